import { z } from "zod";
import { storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopCall } from "../operation.ts";
import type { FeedRow } from "./feed-queries.ts";
import { hasVersionBehind } from "./version-queries.ts";

/** Fifteen digits; no feed is changed as often. */
const VERSION_MAX = 999_999_999_999_999;

export const ExpectedVersion = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be a version number such as 12")
  .transform(Number)
  .pipe(z.int().min(0).max(VERSION_MAX));

/** Query of every operation that changes a feed's definition. */
export const ChangeQuery = z.strictObject({
  expected_version: z.optional(ExpectedVersion).meta({
    description:
      "`version` of the feed when you last read it. If someone has changed the feed since, nothing is changed, and the answer is 409 `version_conflict`.",
    examples: [7],
  }),
});

/**
 * Refuses a change made in view of an older definition of the feed, whose lock the caller holds. The version grows with what the feed
 * reads as well, as an override or a lookup table: nobody's change is lost to that. Without an expectation the last one wins.
 */
export async function expectVersion(
  call: Pick<ShopCall, "shop"> & Refuse<"version_conflict">,
  { id, definition_version: version }: FeedRow,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined || expected === version) return;
  if (expected < version && !(await hasVersionBehind(call.shop, storedId("feed", id), expected))) return;
  refuseOvertaken(call, "feed", { version, expected });
}

/** Someone else has changed the feed, or another versioned object, since the caller read it. */
export function refuseOvertaken(
  call: Refuse<"version_conflict">,
  what: string,
  { version, expected }: { readonly version: number; readonly expected: number },
): never {
  const message = `The ${what} is now at version ${version}, not ${expected}. Someone else changed it. Read the ${what} again, then repeat your change.`;
  return call.fail("version_conflict", message, [
    { param: "expected_version", code: "version_conflict", message, current_version: version },
  ]);
}
