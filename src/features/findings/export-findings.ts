import { z } from "zod";
import { formatId, storedId } from "../../kernel/ids.ts";
import { PageQuery } from "../../kernel/page.ts";
import { read, type ShopCall } from "../operation.ts";
import { type AffectedRow, readAffectedRows } from "./affected-rows.ts";
import { csvLine } from "../../kernel/csv-line.ts";
import { type CheckedChannel, findCheckedChannel } from "./find-checked-channel.ts";
import { FilterQuery, FindingsPath } from "./finding-shapes.ts";
import { filterFindings, type JudgedFinding, readRunFindings, type RunFindings } from "./run-findings.ts";

const COLUMNS = ["code", "severity", "field", "row_id", "product_id", "sku", "title", "value", "message"];
/** Rows of one answer: some 20 MB. */
const EXPORT_ROWS_MAX = 50_000;
/** Rows the warehouse answers at once. */
const BATCH_ROWS = 10_000;

export const exportFindings = read({
  name: "findings.export",
  title: "Export findings",
  summary: "Returns the rows of a channel's findings as CSV.",
  description: `There is one line per row, grouped by finding. Findings about the feed itself come first and have no row. Muted findings are left out unless \`include_muted\` is true. Values that a spreadsheet would read as formulas start with an apostrophe. A response has at most ${EXPORT_ROWS_MAX.toLocaleString("en")} rows; use \`page\` for more.`,
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}/findings/export", status: 200 },
  path: FindingsPath,
  query: z.strictObject({ ...FilterQuery.shape, page: PageQuery.shape.page }),
  output: z.string().meta({ examples: [`${COLUMNS.join(",")}\r\n`] }),
  answersAs: "text/csv",
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "a file for people; agents read the findings and their rows" },
  target: findCheckedChannel,
  async run(call, { path: { feed_id: feedId, slug }, query, target: channel }) {
    const found = await readRunFindings(call, { feedId, channel: slug, runId: query.run_id });
    const findings = filterFindings(found.findings, query);
    const first = (query.page - 1) * EXPORT_ROWS_MAX;
    const lines = [csvLine(COLUMNS), ...(query.page === 1 ? findings.filter(isOfFeed).map(feedLine) : [])];
    for (let offset = first; offset < first + EXPORT_ROWS_MAX; offset += BATCH_ROWS) {
      const rows = await readBatch(call, { channel, found, findings, offset });
      lines.push(...rows.filter(({ muted }) => query.include_muted || !muted).map(rowLine));
      if (rows.length < BATCH_ROWS) break;
    }
    return lines.join("");
  },
});

interface Batch {
  readonly channel: CheckedChannel;
  readonly found: RunFindings;
  readonly findings: readonly JudgedFinding[];
  readonly offset: number;
}

function readBatch(
  call: ShopCall,
  { channel, found: { run }, findings, offset }: Batch,
): Promise<readonly AffectedRow[]> | readonly AffectedRow[] {
  if (run === undefined || findings.every(isOfFeed)) return [];
  return readAffectedRows(call, { channel, run, findings, limit: BATCH_ROWS, offset });
}

/** Without rows. */
function isOfFeed({ row }: JudgedFinding): boolean {
  return row.samples.length === 0;
}

function rowLine({ finding: { row }, ...affected }: AffectedRow): string {
  const productId = formatId("prod", storedId("prod", Number(affected.row_id)));
  const { row_id: rowId, sku, title, value } = affected;
  return csvLine([row.code, row.severity, row.field ?? "", rowId, productId, sku ?? "", title, value, row.message]);
}

function feedLine({ row }: JudgedFinding): string {
  return csvLine([row.code, row.severity, row.field ?? "", "", "", "", "", "", row.message]);
}
