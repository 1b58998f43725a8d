import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { lockFeed } from "../feeds/index.ts";
import { cancelRunOf, startRequestedRerun } from "../runs/index.ts";
import { dropConfig } from "./brought-config.ts";
import { cancelExtract as markCancelled, findExtract, lockExtract } from "./extract-queries.ts";
import { extractAnswer, ExtractPath, ExtractShape, WAITING_EXTRACT_EXAMPLE } from "./extract-shapes.ts";

export const cancelExtract = write({
  name: "extracts.cancel",
  title: "Cancel an extract",
  summary: "Cancels a pending or running extract.",
  description: "The last good snapshot and the published files stay in place. Cancelling a cancelled extract changes nothing.",
  scope: "write_exports",
  http: { method: "POST", path: "/extracts/{id}/cancel", status: 200 },
  path: ExtractPath,
  output: dataOf(ExtractShape),
  example: { answer: { data: { ...WAITING_EXTRACT_EXAMPLE, status: "cancelled" } } },
  errors: ["resource_not_found", "invalid_param"],
  audit: "extract.cancelled",
  mcp: {
    tool: "cancel_extract",
    use: "Use it only to stop an extract that is stuck or was started by mistake. Take the id from `latest_extract`.",
  },
  undone: { impossible: "A cancelled extract can't be resumed. Start another one (`start_extract`)." },
  async target(call, { id }) {
    const feedId = (await findExtract(call.shop, id))?.feed_id ?? null;
    // Of a regenerate: the run's end takes the feed, the run, then the extract, so the feed comes first here too.
    if (feedId !== null) await lockFeed(call.shop, storedId("feed", feedId));
    return (await lockExtract(call.shop, id)) ?? call.fail("resource_not_found");
  },
  async run(call, { path, target: extract }) {
    if (extract.status === "cancelled") return { data: extractAnswer(extract) };
    const cancelled = await markCancelled(call.shop, path.id);
    if (cancelled === undefined)
      return call.fail("invalid_param", `Extract ${formatId("ext", path.id)} is already ${extract.status}, so there is nothing to cancel.`);
    await dropConfig(call, cancelled);
    if (extract.feed_id !== null) {
      await cancelRunOf(call.shop, path.id);
      await startRequestedRerun(call.shop, call.queue, storedId("feed", extract.feed_id));
    }
    return { data: extractAnswer(cancelled) };
  },
});
