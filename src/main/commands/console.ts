import { PlainError } from "../../kernel/errors.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";
import { openCommandApp } from "../command-app.ts";
import { findShop } from "../find-shop.ts";
import { findSoleShop } from "../installed-shops.ts";
import { makeSignInLink } from "../sign-in-link.ts";

export interface ConsoleOptions {
  readonly shop?: string;
  readonly admin?: boolean;
  readonly json?: boolean;
}

/** Prints a link that signs in to the console, once and for ten minutes: of a shop, or of the operator. */
export async function printSignInLink(options: ConsoleOptions): Promise<void> {
  await using app = await openCommandApp();
  const url = await makeSignInLink(app, options.admin === true ? null : await shopOf(app.postgres.db, options.shop));
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ url })}\n`);
    return;
  }
  if (process.stdout.isTTY) process.stderr.write("This link signs you in once. It expires after 10 minutes.\n");
  process.stdout.write(`${url}\n`);
}

async function shopOf(db: Db, named: string | undefined): Promise<ShopId> {
  if (named !== undefined) return (await findShop(db, named)).shopId;
  const only = await findSoleShop(db);
  if (only === undefined)
    throw new PlainError(
      "shop_missing",
      "There isn't exactly one shop. Choose one with --shop, or sign in as the operator with --admin. List the shops with: feedwright shop list",
    );
  return only;
}
