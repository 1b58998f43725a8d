import { copyFile } from "node:fs/promises";
import { lookedUp } from "../../engine/lookups/lookup-file.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { Scratch } from "../../platform/objects/objects-port.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findLookupTables } from "../lookups/index.ts";
import type { Services } from "../operation.ts";
import type { AssignedChannel } from "./channel-pack.ts";

interface LookupWork {
  readonly shop: ShopDb;
  readonly scratch: Scratch;
  readonly channels: readonly AssignedChannel[];
}

/** The lookup tables that the channels' settings name, as `ChannelInput.lookups` has them. A table that is gone isn't among them. */
export async function readChannelLookups(
  { objects }: Pick<Services, "objects">,
  { shop, scratch, channels }: LookupWork,
): Promise<Readonly<Record<string, Sql>>> {
  const named = new Set(channels.flatMap(({ settings }) => settings.product_type_by?.toLowerCase() ?? []));
  if (named.size === 0) return {};
  const tables = (await findLookupTables(shop)).filter(({ name }) => named.has(name.toLowerCase()));
  const found = await Promise.all(
    tables.map(async ({ name, objectKey }, nth) => {
      await using local = await objects.local(objectKey, { recheck: true });
      const file = scratch.file(`channel-lookup-${nth}.parquet`);
      await copyFile(local.path, file);
      return [name.toLowerCase(), lookedUp(file)] as const;
    }),
  );
  return Object.fromEntries(found);
}
