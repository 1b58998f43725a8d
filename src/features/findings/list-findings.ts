import { z } from "zod";
import { formatId, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOffset } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { readSamples } from "./affected-rows.ts";
import { type CheckedChannel, findCheckedChannel } from "./find-checked-channel.ts";
import { FindingsMeta, FindingShape, FindingsPath, FindingsQuery, type FindingsStatus } from "./finding-shapes.ts";
import { isChecked } from "./known-codes.ts";
import { countUnmuted, filterFindings, findingAnswer, readRunFindings } from "./run-findings.ts";
import { findShopAdmin } from "./shop-admin.ts";

const DESCRIPTION =
  "Findings are sorted by severity, then by the number of rows. Counts don't include rows that are muted one by one. Muted findings are left out unless `include_muted` is true.";

interface Listing {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly path: string;
  readonly tool: string;
  readonly use: string;
  /** The one severity it lists; not set: those the query asks for. */
  readonly severity?: "error" | "warning";
}

const listing = ({ name, title, summary, path, tool, use, severity }: Listing) =>
  read({
    name,
    title,
    summary,
    description: DESCRIPTION,
    scope: "read_feeds",
    http: { method: "GET", path: `/feeds/{feed_id}/channels/{slug}/findings${path}`, status: 200 },
    path: FindingsPath,
    query: severity === undefined ? FindingsQuery : FindingsQuery.omit({ severity: true }),
    output: z.strictObject({ data: z.array(FindingShape), meta: FindingsMeta }),
    errors: ["resource_not_found", "invalid_request"],
    mcp: { tool, use },
    target: findCheckedChannel,
    async run(call, { path: { feed_id: feedId, slug }, query, target: channel }) {
      const { run, revalidating, findings } = await readRunFindings(call, { feedId, channel: slug, runId: query.run_id });
      const wanted = filterFindings(findings, { ...query, ...(severity === undefined ? {} : { severity }) });
      const offset = pageOffset(query);
      const admin = await findShopAdmin(call.shop);
      const data = [];
      for (const finding of wanted.slice(offset, offset + query.per_page)) {
        const samples = run === undefined ? [] : await readSamples(call, { channel, run, finding });
        data.push(findingAnswer(finding, samples, admin));
      }
      const isFresh = run !== undefined && !revalidating;
      return {
        data,
        meta: {
          ...pageMeta(query, wanted.length),
          status: statusOf(channel, isFresh),
          revalidating,
          run_id: run === undefined ? null : formatId("run", storedId("run", run.id)),
          errors_count: countUnmuted(findings, "error"),
          warnings_count: countUnmuted(findings, "warning"),
        },
      };
    },
  });

function statusOf(channel: CheckedChannel, isFresh: boolean): z.output<typeof FindingsStatus> {
  if (!isChecked(channel)) return "unsupported";
  return isFresh ? "fresh" : "revalidating";
}

export const listFindings = listing({
  name: "findings.list",
  title: "List findings",
  summary: "Lists what a channel's checks found in the feed's live run, or in another one.",
  path: "",
  tool: "feed_findings",
  use: "Use it to learn what a channel would reject or warn about, with counts and samples. Take `slug` from `list_feed_channels`. `finding_rows` lists the rows; remove the cause with a rule, mapping or override.",
});

export const listErrorFindings = listing({
  name: "findings.list_errors",
  title: "List errors",
  summary: "Lists findings for which the channel rejects the rows or doesn't show them.",
  path: "/errors",
  tool: "feed_errors",
  use: "Like `feed_findings`, but only errors.",
  severity: "error",
});

export const listWarningFindings = listing({
  name: "findings.list_warnings",
  title: "List warnings",
  summary: "Lists findings for which the channel still shows the rows, but with restrictions.",
  path: "/warnings",
  tool: "feed_warnings",
  use: "Like `feed_findings`, but only warnings.",
  severity: "warning",
});
