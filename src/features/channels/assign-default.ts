import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { findPack, upsertAssignment } from "../channel-files/index.ts";
import type { LocalServices } from "../operation.ts";

/** Assigns a channel with its default settings to a feed that is being installed: its first run is yet to come. */
export async function assignDefault(
  { channels }: Pick<LocalServices, "channels">,
  shop: ShopDb,
  { feedId, slug }: { readonly feedId: FeedId; readonly slug: string },
): Promise<void> {
  const settings = findPack(channels, slug)?.settings.parse({});
  if (settings !== undefined) await upsertAssignment(shop, { feedId, slug, settings });
}
