import { findRun, type RunRow } from "../features/runs/index.ts";
import { type ErrorCode, ERRORS, PlainError } from "../kernel/errors.ts";
import { type FeedId, formatId, parseId } from "../kernel/ids.ts";
import type { Refuse } from "../kernel/operation.ts";
import type { Db, ShopDb } from "../platform/postgres/postgres-port.ts";
import { findShopOfFeed } from "./find-shop.ts";

/** A feed's run as options name it. */
export interface RunOfFeedOptions {
  readonly feed: string;
  readonly run: string;
}

/** The run a person means by `run_12` or `12`. */
export async function findRunOfFeed(
  db: Db,
  { feed, run: text }: RunOfFeedOptions,
): Promise<{ readonly shop: ShopDb; readonly feedId: FeedId; readonly run: RunRow }> {
  const { shop, feedId } = await findShopOfFeed(db, feed);
  const id = parseId("run", text);
  const run = id === undefined ? undefined : await findRun(shop, feedId, id);
  if (run === undefined) {
    const name = formatId("feed", feedId);
    throw new PlainError("run_unknown", `${name} has no run ${text}. List its runs with: feedwright runs list --feed ${name}`);
  }
  return { shop, feedId, run };
}

/** What an operation refuses, said by a command. */
export const PLAINLY: Refuse<ErrorCode> = Object.freeze({
  fail(code: ErrorCode, message?: string): never {
    throw new PlainError(code, message ?? ERRORS[code].sentence);
  },
});
