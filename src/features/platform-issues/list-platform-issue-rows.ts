import { z } from "zod";
import { countIssueRows, issueGroups, issueRows } from "../../engine/channels/platform-items.ts";
import { pageMeta, pageOf, pageOffset } from "../../kernel/page.ts";
import { findAccountId } from "../channel-connections/index.ts";
import { findShopAdmin } from "../findings/index.ts";
import { read } from "../operation.ts";
import { rowAnswer } from "./issue-answers.ts";
import { findStored, openReading, shownAttributes } from "./joined-files.ts";
import { filterOf } from "./list-platform-issues.ts";
import { IssueRowsQuery, PlatformIssueRowShape, PlatformIssuesPath } from "./platform-issue-shapes.ts";
import { findReadableChannel } from "./readable-channel.ts";
import { readWritingRules } from "./writing-rules.ts";

export const listPlatformIssueRows = read({
  name: "platform_issues.rows",
  title: "List a platform issue's rows",
  summary: "Lists every row of the feed that the platform reports an issue for, with our finding and the rules that write the attribute.",
  description: "A row with several such issues, for different attributes or countries, is listed once for each.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}/platform_issues/{code}/rows", status: 200 },
  path: z.strictObject({
    ...PlatformIssuesPath.shape,
    code: z
      .string()
      .max(300)
      .meta({ description: "The platform's code, percent-encoded.", examples: ["reserved_gtin"] }),
  }),
  query: IssueRowsQuery,
  output: pageOf(PlatformIssueRowShape),
  errors: ["resource_not_found", "invalid_request", "channel_not_supported"],
  mcp: {
    tool: "platform_issue_rows",
    use: "Use it to see why the platform disapproved single products: the value, our finding, the rules behind it, and whether the next run fixes it. Codes come from `platform_issues`.",
  },
  target: (call, { feed_id, slug }) => findReadableChannel(call, { feed_id, slug }),
  async run(call, { path: { code }, query, target: channel }) {
    const { complete } = await findStored(call.shop, channel, await findAccountId(call.shop, channel.pack.slug));
    await using open = complete === undefined ? undefined : await openReading(call, channel, complete);
    if (open === undefined) return { data: [], meta: pageMeta(query, 0) };
    const warehouse = call.warehouse.of(call.shop.shopId);
    const filter = { ...filterOf(query), code };
    const [counted] = await warehouse.query(countIssueRows(open.files, filter));
    const attributes = (await warehouse.query(issueGroups(open.files, filter))).map((group) => String(group["attribute"] ?? ""));
    const page = { limit: query.per_page, offset: pageOffset(query) };
    const rows = await warehouse.query(issueRows(open.files, filter, shownAttributes(channel, open, attributes), page));
    const context = {
      admin: await findShopAdmin(call.shop),
      rules: await readWritingRules(call, channel, [...new Set(rows.map((row) => Number(row["row_id"])))]),
      ...{ facts: open.facts, findings: open.findings },
    };
    return { data: rows.map((row) => rowAnswer(row, context)), meta: pageMeta(query, Number(counted?.["total"] ?? 0)) };
  },
});
