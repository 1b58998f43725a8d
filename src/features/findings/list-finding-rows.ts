import { z } from "zod";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { type AffectedRow, readAffectedRows } from "./affected-rows.ts";
import { findCheckedChannel } from "./find-checked-channel.ts";
import { FindingRowShape, FindingsPath, OfRun } from "./finding-shapes.ts";
import { checksOfCode } from "./known-codes.ts";
import { linkedRow, readRunFindings } from "./run-findings.ts";
import { findShopAdmin, type ShopAdmin } from "./shop-admin.ts";

export const listFindingRows = read({
  name: "findings.rows",
  title: "List a finding's rows",
  summary: "Lists every row affected by findings with a given code.",
  description: "Muted rows are listed too. Findings with the same code can be about different fields; use `field` to ask for one.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}/findings/{code}/rows", status: 200 },
  path: z.strictObject({
    ...FindingsPath.shape,
    code: z.string().meta({ description: "Code of the findings.", examples: ["invalid_gtin_checksum"] }),
  }),
  query: z.strictObject({
    ...PageQuery.shape,
    run_id: OfRun,
    field: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Only findings about this attribute.", examples: ["gtin"] }),
  }),
  output: pageOf(FindingRowShape),
  errors: ["resource_not_found", "invalid_request"],
  mcp: {
    tool: "finding_rows",
    use: "Use it to get the rows to correct with `set_overrides` or `set_cells`, or to see what they have in common for a rule. Codes come from `feed_findings`.",
  },
  async target(call, { code, ...path }) {
    const channel = await findCheckedChannel(call, path);
    return checksOfCode(channel, code).length > 0
      ? channel
      : call.fail("resource_not_found", `This channel has no findings with the code ${code}.`);
  },
  async run(call, { path: { feed_id: feedId, slug, code }, query, target: channel }) {
    const { run, findings } = await readRunFindings(call, { feedId, channel: slug, runId: query.run_id });
    const asked = findings.filter(({ row }) => row.code === code && (query.field === undefined || row.field === query.field));
    const total = asked.reduce((all, { row }) => all + (row.samples.length === 0 ? 0 : row.affected_count), 0);
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const rows = run === undefined || total === 0 ? [] : await readAffectedRows(call, { channel, run, findings: asked, ...page });
    const admin = await findShopAdmin(call.shop);
    return { data: rows.map((row) => rowAnswer(row, admin)), meta: pageMeta(query, total) };
  },
});

function rowAnswer({ finding, ...row }: AffectedRow, admin: ShopAdmin): FindingRowShape {
  return { object: "finding_row", ...row, ...linkedRow(row, admin), field: finding.row.field };
}
