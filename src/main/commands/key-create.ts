import { createKey, createShopKey, type NewKey } from "../../features/keys/index.ts";
import { PlainError } from "../../kernel/errors.ts";
import { DEFAULT_GRANTS } from "../../kernel/scopes.ts";
import { type Db, openShop, transact } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";

export interface KeyCreateOptions {
  readonly shop?: string;
  readonly organization?: string;
  readonly admin?: boolean;
  readonly name: string;
  readonly scopes?: string;
  readonly json?: boolean;
}

export async function makeKey(options: KeyCreateOptions): Promise<void> {
  const named = [options.shop, options.organization, options.admin].filter((owner) => owner !== undefined);
  if (named.length !== 1) throw new PlainError("key_owner", "Choose the owner of the key: --shop DOMAIN, --organization ID or --admin.");
  await using app = await openCommandApp();
  const owner = await ownerOf(app.postgres.db, options);
  const grants = options.scopes?.split(",").map((scope) => scope.trim()) ?? DEFAULT_GRANTS[owner.kind];
  const { id, rawKey } = await transact(app.postgres.db, (transaction) => {
    const wanted = { name: options.name, grants };
    if (owner.kind !== "merchant") return createKey(transaction, { ...owner, ...wanted });
    return createShopKey({ shop: openShop(transaction, owner.shopId), clock: app.services.clock }, wanted);
  });
  const text = `${rawKey}\n`;
  if (process.stdout.isTTY && options.json !== true) process.stderr.write("The key is shown only once. Store it now.\n");
  process.stdout.write(options.json === true ? `${JSON.stringify({ id, raw_key: rawKey, scopes: grants })}\n` : text);
}

type Owner =
  | Pick<Extract<NewKey, { kind: "merchant" }>, "kind" | "shopId">
  | Pick<Extract<NewKey, { kind: "organization" }>, "kind" | "organizationId">
  | { readonly kind: "admin" };

async function ownerOf(db: Db, options: KeyCreateOptions): Promise<Owner> {
  if (options.shop !== undefined) return { kind: "merchant", shopId: (await findShop(db, options.shop)).shopId };
  if (options.organization === undefined) return { kind: "admin" };
  const id = Number(options.organization.replace(/^org_/, ""));
  const found = Number.isSafeInteger(id)
    ? await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst()
    : undefined;
  if (found === undefined) throw new PlainError("organization_unknown", `There is no organization ${options.organization}.`);
  return { kind: "organization", organizationId: found.id };
}
