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
  summary: "Returns a link to an extract's merged source CSV, valid for five minutes.",
  description:
    "The file has every source column and one row per variant, with the platform's values. Spreadsheets read a value that begins with `=` as a formula, so import the file as text.",
  scope: "read_exports",
  http: { method: "GET", path: "/extracts/{id}/download", status: 200 },
  path: ExtractPath,
  output: dataOf(DownloadUrlShape),
  example: { answer: { data: { filename: "source-ext_12.csv", content_type: "text/csv" } } },
  errors: ["resource_not_found"],
  mcp: { tool: "download_extract", use: "Use it to give a person the catalog as a file. To read products yourself, use `products`." },
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
