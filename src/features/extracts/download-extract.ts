import { formatId } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { DownloadUrlShape, grantOf, signDownload } from "../downloads/index.ts";
import { read } from "../operation.ts";
import { SOURCE_CSV_FILE } from "../snapshots/index.ts";
import { findExtract } from "./extract-queries.ts";
import { ExtractPath } from "./extract-shapes.ts";

export const downloadExtract = read({
  name: "extracts.download",
  title: "Download an extract",
  summary: "Gives a link to the merged source CSV of an extract, good for five minutes.",
  description:
    "Every source column, one row per variant, values as the platform has them: a spreadsheet reads a value that begins with `=` as a formula, so import it as text.",
  scope: "read_exports",
  http: { method: "GET", path: "/extracts/{id}/download", status: 200 },
  path: ExtractPath,
  output: dataOf(DownloadUrlShape),
  example: { answer: { data: { filename: "source-ext_12.csv", content_type: "text/csv" } } },
  errors: ["resource_not_found"],
  mcp: { tool: "download_extract", use: "To give a person the catalog as a file. To read products yourself use `products`." },
  secrets: ["url"],
  async run(call, { path }) {
    const extract = (await findExtract(call.shop, path.id)) ?? call.fail("resource_not_found");
    if (extract.snapshot_prefix === null || extract.csv_bytes === null)
      return call.fail("resource_not_found", "This extract has no source CSV. It isn't finished, or the file is no longer stored.");
    const fileName = `source-${formatId("ext", path.id)}.csv`;
    return {
      data: signDownload(
        call,
        { key: `${extract.snapshot_prefix}${SOURCE_CSV_FILE}`, fileName, contentType: "text/csv", ...grantOf(call) },
        extract.csv_bytes,
      ),
    };
  },
});
