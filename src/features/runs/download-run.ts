import { formatId, storedId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { DownloadUrlShape, grantOf, signDownload } from "../downloads/index.ts";
import { findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { CANONICAL_FILE, readRunOutput } from "./run.ts";
import { findRun } from "./run-queries.ts";
import { hasOutput, RunPath } from "./run-shapes.ts";

export const downloadRun = read({
  name: "runs.download",
  title: "Download a run's file",
  summary: "Returns a link to the run's canonical file, valid for five minutes.",
  description: "The link needs no key. Answers 404 if the run has no file, because it isn't done, it failed, or its file was cleaned up.",
  scope: "read_exports",
  http: { method: "GET", path: "/feeds/{id}/runs/{run_id}/download", status: 200 },
  path: RunPath,
  output: dataOf(DownloadUrlShape),
  errors: ["resource_not_found"],
  mcp: { tool: "download_run", use: "Use it to give a person the file of a run. To read rows yourself, use `feed_products`." },
  secrets: ["url"],
  async target(call, { id, run_id: runId }) {
    const feed = (await findFeed(call.shop, id)) ?? call.fail("resource_not_found");
    const run = (await findRun(call.shop, id, runId)) ?? call.fail("resource_not_found");
    return { feed, run };
  },
  async run(call, { target: { feed, run } }) {
    if (!hasOutput(run)) return call.fail("resource_not_found", "This run has no file, or its file is no longer stored.");
    const { file } = readRunOutput(run.output);
    const fileName = feed.file_name.replace(".txt", `-${formatId("run", storedId("run", run.id))}.txt`);
    const key = `${run.output_prefix}${CANONICAL_FILE}`;
    return { data: signDownload(call, { key, fileName, contentType: "text/plain", ...grantOf(call) }, file.bytes) };
  },
});
