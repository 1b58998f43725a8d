import { formatId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { write } from "../operation.ts";
import { cancelRunOf } from "../runs/index.ts";
import { cancelExtract as markCancelled, lockExtract } from "./extract-queries.ts";
import { extractAnswer, ExtractPath, ExtractShape } from "./extract-shapes.ts";

export const cancelExtract = write({
  name: "extracts.cancel",
  summary: "Cancels an extract that is pending or running.",
  description: "The last good snapshot and the published files stay as they are. Cancelling a cancelled extract changes nothing.",
  scope: "write_exports",
  http: { method: "POST", path: "/extracts/{id}/cancel", status: 200 },
  path: ExtractPath,
  output: dataOf(ExtractShape),
  errors: ["resource_not_found", "invalid_param"],
  audit: "extract.cancelled",
  mcp: { tool: "cancel_extract" },
  target: async (call, { id }) => (await lockExtract(call.shop, id)) ?? call.fail("resource_not_found"),
  async run(call, { path, target: extract }) {
    if (extract.status === "cancelled") return { data: extractAnswer(extract) };
    const cancelled = await markCancelled(call.shop, path.id);
    if (cancelled === undefined) return call.fail("invalid_param", `Extract ${formatId("ext", path.id)} is ${extract.status} already; there is nothing to cancel.`);
    if (extract.type === "regenerate") await cancelRunOf(call.shop, path.id);
    return { data: extractAnswer(cancelled) };
  },
});
