import type { Expression } from "../../engine/expression/expression.ts";
import type { FeedDefinition } from "../../engine/plan/feed-definition.ts";
import {
  type ChangeReason,
  type PreviewRow,
  type PreviewSummary,
  type ShownRows,
  readChangeReasons,
  readPreviewRows,
  readSummary,
} from "../../engine/run/preview-query.ts";
import {
  changeByDefinition,
  changeByRule,
  type PreviewWarning,
  type TriedRule,
  warningQueries,
  type WarningQueries,
} from "../../engine/run/preview-warnings.ts";
import type { WarehouseSession } from "../../platform/warehouse/warehouse-port.ts";
import { currencyWith, type FeedRow, findFeedCurrency } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import type { Snapshot } from "../snapshots/index.ts";
import { inInteractiveSession } from "./interactive-session.ts";
import { makeFork } from "./kept-forks.ts";
import { openTransform } from "./open-transform.ts";
import type { CandidateCells } from "./overlays.ts";
import { planned } from "./plan-feed.ts";
import { type FindingChange, previewFindings } from "./preview-findings.ts";

/** What one definition would change against another, over the whole feed. */
export interface Preview {
  readonly rows: readonly PreviewRow[];
  readonly summary: PreviewSummary;
  readonly reasons: readonly ChangeReason[];
  readonly warnings: readonly PreviewWarning[];
  /** Null where they weren't asked for or couldn't be computed. */
  readonly findings: readonly FindingChange[] | null;
}

/** The one rule that makes the difference between two definitions. */
export interface TriedInPreview {
  /** The condition whose rows are counted as matched, as the rows stand where the definitions part; absent: all rows. */
  readonly condition?: Expression;
  /** The rule that makes the difference, to be warned of what is probably not meant. */
  readonly rule?: TriedRule;
  /** Which of the rows that change are shown; absent: the first ten of any. */
  readonly shown?: ShownRows;
  /** False: what happens to findings isn't computed. */
  readonly findings?: boolean;
}

interface Candidate extends TriedInPreview {
  readonly feed: FeedRow;
  readonly snapshot: Snapshot;
  readonly before: FeedDefinition;
  readonly after: FeedDefinition;
  /** What the feed's cells would be, where they would be others. */
  readonly candidateCells?: CandidateCells;
}

/** `undefined` when it could not be computed in time or at all; the log says why. */
export async function previewDefinitions(
  call: ShopCall,
  { before, after, condition, rule, shown, findings = true, candidateCells, ...work }: Candidate,
): Promise<Preview | undefined> {
  const currency = currencyWith(await findFeedCurrency(call.shop, work.feed), work.feed);
  return inInteractiveSession(call, { what: "preview", snapshot: work.snapshot }, async ({ session, scratch, leases }) => {
    const open = await openTransform(call, call.shop, {
      ...work,
      definitions: [before, after],
      session,
      scratch,
      leases,
      now: call.clock.now(),
      ...(candidateCells === undefined ? {} : { candidates: candidateCells }),
    });
    const plans = { before: open.planOf(before), after: open.planOf(after, candidateCells !== undefined) };
    const tried = rule === undefined ? changeByDefinition(before, after, plans.after) : changeByRule(rule);
    const query = await planned(call, "preview", {
      ...plans,
      input: open.input,
      options: open.options,
      ...(condition === undefined ? {} : { condition }),
      tried,
      ...(shown === undefined ? {} : { shown }),
    });
    await makeFork({ objects: call.objects, scratch, session }, query.fork, query.statements);
    await session.run(...query.statements);
    const [counted = {}] = await session.all(query.summary);
    const summary = readSummary(counted);
    const changedFindings = async () => {
      const [altered = {}] = await session.all(query.altered);
      return previewFindings(call, {
        ...plans,
        feed: work.feed,
        open,
        columns: query.columns.filter((_, at) => altered[`d${at + 1}`] === true),
        cells: candidateCells?.columns ?? [],
        membership: summary.newly_excluded + summary.newly_included > 0,
      });
    };
    return {
      summary,
      rows: readPreviewRows(await session.all(query.samples), query.columns),
      reasons: readChangeReasons(await session.all(query.reasons)),
      warnings: await askWarnings(warningQueries(tried, query.compared, currency), session),
      findings: findings ? await changedFindings() : null,
    };
  });
}

async function askWarnings({ blanks, refused, read }: WarningQueries, session: WarehouseSession): Promise<readonly PreviewWarning[]> {
  const [[ofRead = {}], [ofWritten = {}]] = [await session.all(blanks), refused === undefined ? [] : await session.all(refused)];
  return read(ofRead, ofWritten);
}
