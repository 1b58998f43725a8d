import { z } from "zod";
import { parseId } from "../../kernel/ids.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { type ComparedRuns, findComparedRuns } from "./run-difference.ts";
import { findLiveRun, type RunRow } from "./run-queries.ts";

export const RowChangeShape = z.enum(["added", "removed", "changed"]);

export const Against = z
  .string()
  .max(40)
  .optional()
  .meta({ description: "Run to compare with, such as `run_11` or `11`, or `live` for the live run.", examples: ["run_11"] });

/** The runs that a request compares. */
export async function comparedRuns(
  call: { readonly shop: ShopDb } & Refuse<"invalid_request" | "no_feed">,
  { feedId, run, against }: { readonly feedId: FeedId; readonly run: RunRow; readonly against: string | undefined },
): Promise<ComparedRuns> {
  if (against !== "live")
    return findComparedRuns(call, { feedId, run, against: against === undefined ? undefined : runIdOf(call, against) });
  const live = await findLiveRun(call.shop, feedId);
  if (live === undefined) return refuse(call, "The feed has no live run. Leave `against` out, or name a run such as run_12.");
  return findComparedRuns(call, { feedId, run, against: runIdOf(call, String(live.id)) });
}

function runIdOf(call: Refuse<"invalid_request">, text: string) {
  return parseId("run", text) ?? refuse(call, "`against` must be the id of a run such as run_12.");
}

function refuse(call: Refuse<"invalid_request">, message: string): never {
  return call.fail("invalid_request", message, [{ param: "/against", code: "invalid_param", message }]);
}
