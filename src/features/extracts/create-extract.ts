import { z } from "zod";
import { type FeedId, parseId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { findFeed, lockFeed } from "../feeds/index.ts";
import { command, type ShopChange } from "../operation.ts";
import { requestRun } from "../runs/index.ts";
import { type ExtractRow, insertExtract, lockShop } from "./extract-queries.ts";
import { extractAnswer, ExtractShape, WAITING_EXTRACT_EXAMPLE } from "./extract-shapes.ts";
import { extractRefusal, startExtract } from "./request-extract.ts";

const ERRORS = [
  "resource_not_found",
  "export_in_progress",
  "missing_param",
  "invalid_param",
  "feed_inactive",
  "no_source_extract",
  "run_in_progress",
] as const;
interface Wanted {
  readonly type: "full" | "regenerate";
  readonly feed_id?: string | undefined;
}
type Call = ShopChange & Refuse<(typeof ERRORS)[number]>;

export const createExtract = command({
  name: "extracts.create",
  title: "Create an extract",
  summary: "Pulls the catalog from the platform again, or regenerates one feed.",
  description:
    "`full` pulls the catalog from the platform and, when it completes, runs every active feed. `regenerate` runs the feed `feed_id` once from the current snapshot.",
  scope: "write_exports",
  http: { method: "POST", path: "/extracts", status: 202 },
  body: z.strictObject({
    type: z.enum(["full", "regenerate"]).default("full"),
    feed_id: z.string().max(40).optional().meta({ description: "Required for `regenerate`, and refused for any other type." }),
  }),
  memberCodes: { type: "invalid_param", feed_id: "invalid_param" },
  output: dataOf(ExtractShape),
  example: { body: { type: "full" }, answer: { data: WAITING_EXTRACT_EXAMPLE } },
  errors: ERRORS,
  audit: "extract.requested",
  mcp: {
    tool: "start_extract",
    use: "Use it when products, prices or stock in the feed are older than in the shop. After new rules or mappings, `run_feed` is enough. Follow it with `get_extract`.",
  },
  undone: {
    impossible:
      "An extract can't be undone. Cancel it while it runs (`cancel_extract`). To serve an earlier file, publish an earlier run (`publish_run`).",
  },
  async run(call, { body }) {
    const feedId = wantedFeed(call, body);
    // Someone who waited for the extract in progress should not learn only then that there is no such feed.
    if (feedId !== null && (await findFeed(call.shop, feedId)) === undefined) return call.fail("resource_not_found");
    const shop = await lockShop(call.shop);
    const refusal = await extractRefusal(call.shop);
    if (refusal !== undefined) return call.fail("export_in_progress", refusal);
    if (feedId !== null) return { data: extractAnswer(await regenerate(call, feedId, shop.live_extract_id)) };
    return { data: extractAnswer(await startExtract(call.shop, call.queue)) };
  },
});

/** The feed of a regenerate; null for a full extract, which is of no feed. */
function wantedFeed(call: Call, { type, feed_id: text }: Wanted): FeedId | null {
  if (type === "full") {
    if (text === undefined) return null;
    const message = "`feed_id` requires `type: regenerate`. Leave `feed_id` out, or set `type` to regenerate.";
    return call.fail("invalid_param", message, [{ param: "/feed_id", code: "invalid_param", message }]);
  }
  if (text === undefined || text === "") {
    const message = "`feed_id` is required when `type` is `regenerate`.";
    return call.fail("missing_param", message, [{ param: "/feed_id", code: "missing_param", message }]);
  }
  return parseId("feed", text) ?? call.fail("resource_not_found");
}

async function regenerate(call: Call, feedId: FeedId, liveExtractId: number | null): Promise<ExtractRow> {
  const feed = (await lockFeed(call.shop, feedId)) ?? call.fail("resource_not_found");
  const extract = await insertExtract(call.shop, { type: "regenerate", feedId });
  const run = await requestRun(call.shop, call.queue, {
    feed,
    extractId: liveExtractId === null ? null : storedId("ext", liveExtractId),
    trigger: "regenerate",
    forExtractId: storedId("ext", extract.id),
  });
  return "refusal" in run ? call.fail(run.refusal, run.message) : extract;
}
