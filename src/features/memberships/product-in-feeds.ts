import { productInRuns } from "../../engine/run/membership-query.ts";
import { type ExtractId, formatId, storedId } from "../../kernel/ids.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { findCausingRules, type NamedRule } from "./causing-rules.ts";
import { type Membership, membershipOf } from "./membership.ts";
import { type FeedRuns, type LiveFinding } from "./membership-queries.ts";
import { membershipSentence } from "./membership-sentence.ts";
import type { ProductInFeedShape } from "./membership-shapes.ts";
import { askFiles, readStandings, runFiles } from "./read-standings.ts";
import { traceFeed, type TracedFeed } from "./trace-feed.ts";
import { tracedFields } from "./traced-fields.ts";
import { whyOf } from "../causes/index.ts";

/** Feeds that one request follows the row through, of which each takes a session of its own. */
const TRACED_MAX = 5;
const FINDINGS_MAX = 10;

interface Asked {
  readonly rowId: number;
  readonly productId: number;
  readonly snapshot: Snapshot;
  /** Not null: the fields of the first few active feeds are told, these columns or by default the usual ones. */
  readonly fields: { readonly columns: readonly string[] | null } | null;
}

interface InFeed extends Membership {
  readonly feed: FeedRuns;
  readonly findings: readonly LiveFinding[];
}

/** How one row stands with each of the feeds. */
export async function productInFeeds(call: ShopCall, feeds: readonly FeedRuns[], asked: Asked): Promise<ProductInFeedShape[]> {
  const { rowId, snapshot, fields } = asked;
  const standing = await readStandings(call, { feeds, rowIds: [rowId] });
  const told = feeds.map((feed): InFeed => {
    const stands = standing(feed, rowId);
    return { feed, findings: stands.findings, ...membershipOf(stands) };
  });
  const rules = await findCausingRules(call.shop, reasonsOf(told));
  const columns = fields === null ? null : await readSourceColumns(call.shop);
  const wanted = fields === null ? told.filter((one) => isAmbiguous(one, rules)) : told.filter(({ feed }) => feed.active);
  const traced = new Map<number, TracedFeed | undefined>();
  for (const { feed } of wanted.slice(0, TRACED_MAX)) traced.set(feed.id, await traceFeed(call, { snapshot, feedId: feed.id, rowId }));
  const counts = await countRows(call, feeds, asked.productId);
  return told.map((one) => {
    const { feed } = one;
    const trace = traced.get(feed.id);
    const rows = counts.get(feed.live_id ?? feed.held_id ?? 0);
    return {
      ...attributed(one, rules.get(feed.id) ?? [], trace),
      rows: { included: feed.live_id === null ? 0 : (rows?.included ?? 0), total: rows?.total ?? 0 },
      outdated: isOutdated(feed, snapshot.extractId),
      fields: columns === null || trace === undefined ? null : tracedFields(trace, columns, fields?.columns ?? null),
    };
  });
}

/** Of rows that are left out, why, by feed. */
function reasonsOf(told: readonly InFeed[]): ReadonlyMap<number, string> {
  return new Map(
    told.flatMap(({ feed, state, reason }) => (state === "not_in_feed" && reason !== null ? [[feed.id, reason] as const] : [])),
  );
}

/** Whether the words of a reason alone don't tell who gave it: several rules say the same, or a rule says what the feed itself may. */
function isAmbiguous({ feed, reason }: InFeed, rules: ReadonlyMap<number, readonly NamedRule[]>): boolean {
  const giving = rules.get(feed.id)?.length ?? 0;
  return reason !== null && giving > 0 && (giving > 1 || whyOf(reason) !== undefined);
}

type Attributed = Omit<ProductInFeedShape, "rows" | "outdated" | "fields">;

/** The row's standing with who is the cause of it: a rule, or a setting of the feed. */
function attributed(one: InFeed, giving: readonly NamedRule[], trace: TracedFeed | undefined): Attributed {
  const { feed, state, findings, reason } = one;
  const isOwn = reason !== null && whyOf(reason) !== undefined;
  const cause = causeOf(one, giving, trace);
  const what = cause !== undefined && state === "not_in_feed" ? ("excluded_by_rule" as const) : one.what;
  const rules = (cause === undefined ? giving : [cause]).map(({ answer }) => answer.id);
  const live = feed.live_id ?? feed.held_id;
  const shown = findings.toSorted((a, b) => Number(b.severity === "error") - Number(a.severity === "error")).slice(0, FINDINGS_MAX);
  return {
    feed_id: formatId("feed", storedId("feed", feed.id)),
    name: feed.name,
    state,
    what,
    sentence: membershipSentence({ ...one, what, rules }),
    reason,
    rule: cause?.answer ?? null,
    setting: isOwn && cause === undefined ? (whyOf(reason)?.setting ?? null) : null,
    findings: shown.map(({ channel, code, severity, field }) => ({ channel, code, severity, field })),
    findings_count: findings.length,
    run_id: live === null ? null : formatId("run", storedId("run", live)),
  };
}

/** The rule that gave the reason: the only one that can have, or the one that the row's way through the feed names. */
function causeOf({ reason }: InFeed, giving: readonly NamedRule[], trace: TracedFeed | undefined): NamedRule | undefined {
  if (reason === null) return undefined;
  const step = trace?.row.stages.findLast(({ excluded }) => excluded === reason);
  if (step !== undefined) return giving.find(({ id }) => id === step.rule);
  return giving.length === 1 && whyOf(reason) === undefined ? giving[0] : undefined;
}

/** Whether the next run may say otherwise. */
export function isOutdated(
  { live_id: live, live_version: version, live_extract: extract, definition_version: present }: FeedRuns,
  of: ExtractId,
): boolean {
  return live !== null && (version !== present || extract !== of);
}

export async function countRows(
  call: ShopCall,
  feeds: readonly FeedRuns[],
  productId: number,
): Promise<ReadonlyMap<number, { readonly included: number; readonly total: number }>> {
  await using leases = new AsyncDisposableStack();
  const files = await runFiles(call, leases, feeds);
  const rows = await askFiles(call, files, (some) => productInRuns(some, productId));
  return new Map(rows.map((row) => [Number(row["place"]), { included: Number(row["included"]), total: Number(row["total"]) }]));
}
