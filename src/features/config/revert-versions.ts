import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { type CellDifference, listCellsChangedIn } from "../cells/index.ts";
import { findLookupTables, holdLookupTables } from "../lookups/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { applyConfig } from "./apply-config.ts";
import { type Comparison, compareDefinitions } from "./compare-definitions.ts";
import { configAnswer } from "./config-answer.ts";
import { findVersion, findVersionBefore } from "./config-queries.ts";
import type { ConfigPlanShape } from "./config-shapes.ts";
import { type Definition, definitionOfFeed, textOf } from "./definition.ts";
import { planConfig } from "./plan-config.ts";
import { type Present, presentFeed } from "./present-feed.ts";
import { type PreparedConfig, prepareConfig, readConfig, wantedConfig, type Wanted } from "./read-config.ts";
import { revertDefinition } from "./revert-definition.ts";
import { definitionOfVersion } from "./version-definition.ts";

/** Taking back the change that made one version of a feed, and leaving those that came later. */

/** A version of a feed. */
export interface MadeVersion {
  readonly feedId: FeedId;
  readonly version: number;
}

interface Reversal {
  readonly present: Present;
  readonly wanted: Wanted;
  readonly comparison: Comparison;
  /** What has been changed since, in words. */
  readonly conflicts: readonly string[];
}

type FoundReversal = Reversal | { readonly missing: "feed" | "version" };

export interface PreparedReversal {
  readonly of: MadeVersion;
  /** Undefined where there is nothing to be read: the reversal is not possible, or changes nothing. */
  readonly config: PreparedConfig | undefined;
}

async function findReversal(shop: ShopDb, { feedId, version }: MadeVersion): Promise<FoundReversal> {
  const present = await presentFeed(shop, feedId);
  if (present === undefined) return { missing: "feed" };
  const [left, was] = [await findVersion(shop, feedId, version), await findVersionBefore(shop, feedId, version)];
  if (left === undefined || was === undefined) return { missing: "version" };
  const now = definitionOfFeed(present.feed, present.rules);
  const [before, after] = [await definitionOfVersion(shop, feedId, was), await definitionOfVersion(shop, feedId, left)];
  const { definition, conflicts } = revertDefinition({ before, after, now });
  const cells = await listCellsChangedIn(shop, { feedId, version });
  const wanted = {
    definition,
    cells: cells.map(({ rowId, column, now: value, before: old }): CellDifference => ({ rowId, column, before: value, value: old })),
  };
  const touched = cells.filter(({ isTouched }) => isTouched).map(({ rowId, column }) => `cell ${column} of row ${rowId}`);
  return { present, wanted, comparison: compareDefinitions(now, wanted), conflicts: [...conflicts, ...touched] };
}

/** Reads what the definition would be, as if somebody sent it: what it names may be gone, or it may be past a bound by now. */
export async function prepareReversal(call: ShopCall, of: MadeVersion): Promise<PreparedReversal> {
  const found = await findReversal(call.shop, of);
  if ("missing" in found || found.conflicts.length > 0) return { of, config: undefined };
  const { present, wanted } = found;
  return {
    of,
    config: await prepareConfig(call, {
      text: documentText(present, wanted.definition),
      present,
      tables: await findLookupTables(call.shop),
    }),
  };
}

/** The sections that differ: what stays as it is need not be read. Rules may write a column that goes. Cells were right when they were written. */
function documentText({ feed, rules }: Present, wanted: Definition): string {
  const now = definitionOfFeed(feed, rules);
  const written = configAnswer(feed.id, 0, { definition: wanted, cells: [] });
  const differs = (section: keyof Definition): boolean => textOf(now[section]) !== textOf(wanted[section]);
  return JSON.stringify({
    ...(differs("settings") ? { settings: written.settings } : {}),
    ...(differs("mappings") ? { mappings: written.mappings } : {}),
    ...(differs("extraColumns") ? { extra_columns: written.extra_columns } : {}),
    ...(differs("rules") || differs("extraColumns") ? { rules: written.rules } : {}),
    ...(differs("tests") ? { tests: written.tests } : {}),
  });
}

type Refusing = Refuse<"version_conflict" | "undo_impossible">;

/** Null where it changes nothing. */
export async function planReversal(
  call: ShopCall & Refusing & Refuse<"preview_failed">,
  { of, config }: PreparedReversal,
): Promise<ConfigPlanShape | null> {
  const reversal = possible(call, of, await findReversal(call.shop, of));
  if (config !== undefined) refuseFaults(call, reversal.present, wantedConfig(config).faults);
  return reversal.comparison.isSame ? null : planConfig(call, reversal);
}

/** The caller holds the feed's lock. Answers what it changed; null where that is nothing. */
export async function applyReversal(
  call: ShopChange & Refusing,
  { of, config }: PreparedReversal,
  summary: string,
): Promise<Comparison["changes"] | null> {
  const reversal = possible(call, of, await findReversal(call.shop, of));
  const { present, wanted, comparison } = reversal;
  if (comparison.isSame) return null;
  const reading = { text: documentText(present, wanted.definition), present, tables: await holdLookupTables(call.shop) };
  refuseFaults(call, present, config === undefined ? undefined : (await readConfig(call, reading, config)).faults);
  await applyConfig(call, { ...reversal, summary });
  return comparison.changes;
}

function possible(call: Refusing, { feedId, version }: MadeVersion, found: FoundReversal): Reversal {
  const feed = formatId("feed", feedId);
  if ("missing" in found) {
    const why = found.missing === "feed" ? `${feed} is gone.` : `The version of ${feed} from before the change isn't kept any more.`;
    return call.fail("undo_impossible", why);
  }
  const [first, ...more] = found.conflicts;
  if (first === undefined) return found;
  const others = more.length === 0 ? "" : ` So ${more.length === 1 ? "has 1 other thing" : `have ${more.length} other things`}.`;
  const message = `The ${first} of ${feed} has been changed since version ${version}.${others} Undo the later change first, or change it by hand.`;
  return call.fail(
    "version_conflict",
    message,
    found.conflicts.slice(0, CONFLICTS_TOLD_MAX).map((what) => ({
      param: "/audit_id",
      code: "version_conflict",
      message: `The ${what} has been changed since.`,
      current_version: found.present.feed.definition_version,
    })),
  );
}

const CONFLICTS_TOLD_MAX = 20;

function refuseFaults(call: Refusing, { feed }: Present, faults: readonly { readonly message: string }[] | undefined): void {
  const [first] = faults ?? [];
  if (first === undefined) return;
  call.fail("undo_impossible", `${formatId("feed", storedId("feed", feed.id))} can't be as it was any more: ${first.message}`);
}
