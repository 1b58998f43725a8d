import { z } from "zod";
import { type IssueFilter, issueGroups, issueSamples, itemsElsewhere } from "../../engine/channels/platform-items.ts";
import { pageMeta, pageOffset } from "../../kernel/page.ts";
import { findAccountId } from "../channel-connections/index.ts";
import { findShopAdmin } from "../findings/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { issueKey, issuesOf, itemsAnswer, sampleAnswer } from "./issue-answers.ts";
import { findStored, openReading, type OpenReading, runIdOf, shownAttributes } from "./joined-files.ts";
import { IssuesMeta, IssuesQuery, PlatformIssueShape, PlatformIssuesPath } from "./platform-issue-shapes.ts";
import { findReadableChannel } from "./readable-channel.ts";

const SAMPLES_MAX = 5;

export const listPlatformIssues = read({
  name: "platform_issues.list",
  title: "List platform issues",
  summary: "Lists what the channel's platform itself finds wrong with the feed's items, joined to the live run's rows.",
  description:
    "Issues are sorted by severity, then by the number of rows. The platform's item statuses are read once a day, half an hour after each sync, and on request (`POST …/platform_issues/refresh`).",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{feed_id}/channels/{slug}/platform_issues", status: 200 },
  path: PlatformIssuesPath,
  query: IssuesQuery,
  output: z.strictObject({ data: z.array(PlatformIssueShape), meta: IssuesMeta }),
  errors: ["resource_not_found", "invalid_request", "channel_not_supported"],
  mcp: {
    tool: "platform_issues",
    use: "Use it to learn which products the platform disapproved and whether the next run fixes that. `platform_issue_rows` lists the rows; `feed_findings` has suggested rules for issues with a `finding_code`.",
  },
  target: findReadableChannel,
  async run(call, { query, target: channel }) {
    const { row, complete } = await findStored(call.shop, channel, await findAccountId(call.shop, channel.pack.slug));
    await using open = complete === undefined ? undefined : await openReading(call, channel, complete);
    const filter = filterOf(query);
    const found = open === undefined ? [] : issuesOf(await ask(call, issueGroups(open.files, filter)), open.facts);
    const offset = pageOffset(query);
    const page = found.slice(offset, offset + query.per_page);
    const samples: Samples = open === undefined || page.length === 0 ? new Map() : await readSamples(call, { channel, open, filter, page });
    const [elsewhere] = open === undefined ? [] : await ask(call, itemsElsewhere(open.files));
    return {
      data: page.map((issue) => ({ ...issue, samples: samples.get(issueKey(issue)) ?? [] })),
      meta: {
        ...pageMeta(query, found.length),
        ...itemsAnswer({ row, complete }, call.clock.now()),
        run_id: open === undefined ? null : runIdOf(open),
        items_elsewhere: Number(elsewhere?.["items"] ?? 0),
      },
    };
  },
});

const ask = ({ shop, warehouse }: ShopCall, ...[statement]: Parameters<ReturnType<ShopCall["warehouse"]["of"]>["query"]>) =>
  warehouse.of(shop.shopId).query(statement);

type Query = Partial<Pick<z.output<typeof IssuesQuery>, "code" | "attribute" | "severity" | "status" | "row_id">>;

export function filterOf({ row_id: rowId, code, attribute, severity, status }: Query): IssueFilter {
  return { code, attribute, severity, status, rowId: rowId === undefined ? undefined : Number(rowId) };
}

/** By issue. */
type Samples = ReadonlyMap<string, PlatformIssueShape["samples"]>;

interface Sampling {
  readonly channel: Parameters<typeof openReading>[1];
  readonly open: OpenReading;
  readonly filter: IssueFilter;
  readonly page: readonly Pick<z.input<typeof PlatformIssueShape>, "attribute">[];
}

async function readSamples(call: ShopCall, { channel, open, filter, page }: Sampling): Promise<Samples> {
  const shown = shownAttributes(
    channel,
    open,
    page.flatMap(({ attribute }) => attribute ?? []),
  );
  const rows = await ask(call, issueSamples(open.files, filter, shown, SAMPLES_MAX));
  const admin = await findShopAdmin(call.shop);
  return new Map([...Map.groupBy(rows, issueKey)].map(([key, of]) => [key, of.map((row) => sampleAnswer(row, admin))]));
}
