import { type FeedId, formatId } from "../../kernel/ids.ts";
import { PreparationOutdated, type Refuse } from "../../kernel/operation.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { SectionChange } from "../definitions/index.ts";
import { findLookupTables, holdLookupTables } from "../lookups/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { changesOf, type Comparison, compareValues } from "./compare-values.ts";
import { findVersion, findVersionBefore } from "./config-queries.ts";
import { type Present, presentFeed, type SectionValues } from "./present-feed.ts";
import { type PreparedConfig, prepareConfig, readConfig } from "./read-config.ts";
import { DOCUMENT_SECTIONS } from "./sections.ts";

/** Taking back the change that made one version of a feed, and leaving those that came later. */

/** A version of a feed. */
export interface MadeVersion {
  readonly feedId: FeedId;
  readonly version: number;
}

interface Reversal {
  readonly present: Present;
  readonly wanted: SectionValues;
  /** What has been changed since, in words. */
  readonly conflicts: readonly string[];
}

export interface PreparedReversal {
  readonly of: MadeVersion;
  /** Undefined where the reversal was not possible. */
  readonly config: PreparedConfig | undefined;
}

/** Nothing where the feed or one of the two versions is gone. */
async function findReversal(shop: ShopDb, { feedId, version }: MadeVersion): Promise<Reversal | undefined> {
  const [was, left] = [await findVersionBefore(shop, feedId, version), await findVersion(shop, feedId, version)];
  if (was === undefined || left === undefined) return undefined;
  const [before, after] = [await presentFeed(shop, feedId, was), await presentFeed(shop, feedId, left)];
  if (before === undefined || after === undefined) return undefined;
  const columns = await readSourceColumns(shop);
  const reverted = DOCUMENT_SECTIONS.map((section) => {
    const { name } = section;
    return { name, ...section.revert({ before: before.then[name], after: after.then[name], now: after.values[name] }, columns) };
  });
  return {
    present: after,
    wanted: Object.fromEntries(reverted.map(({ name, value }) => [name, value])),
    conflicts: reverted.flatMap(({ conflicts }) => conflicts),
  };
}

/** Reads what the definition would be, as if somebody sent it: what it names may be gone, or it may be past a bound by now. */
export async function prepareReversal(call: ShopCall, of: MadeVersion): Promise<PreparedReversal> {
  const reversal = await findReversal(call.shop, of);
  if (reversal === undefined || reversal.conflicts.length > 0) return { of, config: undefined };
  const tables = await findLookupTables(call.shop);
  return { of, config: await prepareConfig(call, { text: documentText(reversal), present: reversal.present, tables }) };
}

/** The sections that differ: what stays as it is need not be read, unless it may name what goes. */
function documentText({ present: { values }, wanted }: Reversal): string {
  const differing = DOCUMENT_SECTIONS.filter((section) => !section.same({ before: values[section.name], after: wanted[section.name] }));
  const read = differing.some(({ declaresNames }) => declaresNames) ? DOCUMENT_SECTIONS : differing;
  return JSON.stringify(Object.fromEntries(read.map((section) => [section.name, section.show(wanted[section.name])])));
}

type Refusing = Refuse<"version_conflict" | "undo_impossible">;

interface ReadReversal {
  readonly changes: readonly SectionChange[];
  readonly described: Comparison["changes"];
}

/** What the reversal changes. Refuses where it isn't possible. */
export async function readReversal(call: Pick<ShopChange, "shop"> & Refusing, { of, config }: PreparedReversal): Promise<ReadReversal> {
  const reversal = possible(call, of, await findReversal(call.shop, of));
  if (config === undefined) throw new PreparationOutdated();
  const { present, wanted } = reversal;
  const reading = { text: documentText(reversal), present, tables: await holdLookupTables(call.shop) };
  const [fault] = (await readConfig(call, reading, config)).faults ?? [];
  if (fault !== undefined)
    return call.fail("undo_impossible", `${formatId("feed", of.feedId)} can't be restored to its previous state: ${fault.message}`);
  const change = { before: present.values, after: wanted };
  return { changes: changesOf(change), described: compareValues(present.feed, change).changes };
}

function possible(call: Refusing, { feedId, version }: MadeVersion, found: Reversal | undefined): Reversal {
  const feed = formatId("feed", feedId);
  if (found === undefined) return call.fail("undo_impossible", `The version of ${feed} before the change is no longer stored.`);
  const [first, ...more] = found.conflicts;
  if (first === undefined) return found;
  const others = more.length === 0 ? "" : ` ${more.length === 1 ? "1 other thing has" : `${more.length} other things have`} changed too.`;
  const message = `The ${first} of ${feed} has changed since version ${version}.${others} Undo the later change first, or change it by hand.`;
  return call.fail(
    "version_conflict",
    message,
    found.conflicts.slice(0, CONFLICTS_TOLD_MAX).map((what) => ({
      param: "/audit_id",
      code: "version_conflict",
      message: `The ${what} has changed since then. Undo the later change first, or change it by hand.`,
      current_version: found.present.feed.definition_version,
    })),
  );
}

const CONFLICTS_TOLD_MAX = 20;
