import type { IdChange, PriceChange } from "../../engine/run/file-change.ts";
import type { FeedSettings } from "../../engine/plan/feed-definition.ts";
import { isolated } from "../../kernel/isolated.ts";
import type { LostCollection } from "./lost-collection.ts";
import type { HeldReason } from "./run.ts";

type Guard = FeedSettings["publish_guard"];

/** What the guard knows about one file. */
interface FileFacts {
  readonly included: number;
  /** Rows that repeat the id of an earlier row, in the file or left out of it for that. */
  readonly repeatedIds: number;
  /** Published prices without a currency. */
  readonly barePrices: number;
  /** Published rows without a price, or with one that can't be read. */
  readonly blankPrices: number;
  readonly currencies: readonly string[];
  readonly identity: string;
}

/** The file of a run, and how it differs from the live run's where there is one. */
export interface GateFacts extends FileFacts {
  /** Rows beyond the plan's allowance. A smaller plan leaves them out on purpose, so they aren't lost. */
  readonly beyondAllowance: number;
  /** There is a live run, but its files are damaged or gone, so nothing is known of it. */
  readonly unreadable?: boolean;
  /** The collection that the feed takes, where the shop has it no longer; looked for where the file is empty. */
  readonly lostCollection?: LostCollection | null;
  readonly live: (FileFacts & { readonly ids: IdChange; readonly prices: PriceChange }) | null;
}

/** Additions alone don't hold a run that replaces a smaller file than this: such a shop is still being filled. */
const SETTLED_FILE_IDS = 10;

/**
 * Decides whether a file may replace the one being served. An empty or halved feed costs the merchant a day of sales, and new ids cost
 * every product its history; such a file waits for a person while the last good one stays. Why these bounds:
 * docs/decisions/2026-11-23-what-the-publish-guard-compares.md.
 */
export function heldReasons(facts: GateFacts, guard: Guard): readonly HeldReason[] {
  if (!guard.enabled) return [];
  if (facts.included === 0) return [emptyFile(facts)];
  const drop = droppedRows(facts, guard.max_drop_percent);
  const reasons = [
    unreadableLive(facts),
    drop,
    identityChanged(facts),
    idsChanged(facts, guard, drop !== undefined),
    currencyChanged(facts),
    currencyMissing(facts) ?? pricesMissing(facts, guard.max_drop_percent),
    idsRepeated(facts),
    pricesMoved(facts, guard.max_price_factor),
  ];
  return reasons.filter((reason) => reason !== undefined);
}

function emptyFile({ live, lostCollection: lost = null }: GateFacts): HeldReason {
  const details = { before: live?.included ?? 0, after: 0 };
  if (lost === null) return { code: "empty", message: "The file would have no products.", details };
  const message = `The file would have no products, because the shop no longer has the collection ${isolated(lost.title)}. Restore the collection, or create a feed from another one.`;
  return {
    code: "empty",
    message,
    details: { ...details, collection_title: lost.title, ...(lost.id === null ? {} : { collection_id: lost.id }) },
  };
}

/** Publishing what nobody could compare would be the guard switched off. */
function unreadableLive({ unreadable = false, included }: GateFacts): HeldReason | undefined {
  if (!unreadable) return undefined;
  const message =
    "The stored rows of the run being served are damaged, so this file couldn't be compared with it. Check the file, then publish it.";
  return { code: "live_run_damaged", message, details: { after: included } };
}

function droppedRows({ included, beyondAllowance, live }: GateFacts, maxPercent: number): HeldReason | undefined {
  if (live === null || live.included === 0) return undefined;
  const percent = shareOf(live.included - included - beyondAllowance, live.included);
  if (percent <= maxPercent) return undefined;
  const kept = included === 1 ? "1 product" : `${included} products`;
  const products = beyondAllowance === 0 ? kept : `${kept}, plus ${beyondAllowance} excluded by the plan's limit,`;
  return {
    code: "row_count_drop",
    message: `The file would have ${products} instead of ${live.included}, which is ${percent.toFixed(1)} % fewer. At most ${maxPercent} % is allowed.`,
    details: {
      before: live.included,
      after: included,
      ...(beyondAllowance === 0 ? {} : { beyond_allowance: beyondAllowance }),
      drop_percent: tenth(percent),
      max_drop_percent: maxPercent,
    },
  };
}

function identityChanged({ identity, live }: GateFacts): HeldReason | undefined {
  if (live === null || identity === live.identity) return undefined;
  return {
    code: "identity_change",
    message: "The mapping of the id column changed, so channels would see every product as new.",
    details: { before: live.identity, after: identity },
  };
}

/** Ids that came and went, where the number of rows can hide it. A plain loss is judged by `droppedRows`, with its own bound. */
function idsChanged({ live }: GateFacts, guard: Guard, isDrop: boolean): HeldReason | undefined {
  if (live === null || live.ids.before === 0) return undefined;
  const { before, after, gone, added, unknown } = live.ids;
  const [gonePercent, addedPercent] = [shareOf(gone, before), shareOf(added, after)];
  const bound = guard.max_id_change_percent;
  const isReplaced = gonePercent > bound && addedPercent > bound;
  const isGrown = before >= SETTLED_FILE_IDS && shareOf(unknown, after) > bound;
  const isHiddenDrop = !isDrop && gonePercent > guard.max_drop_percent;
  if (!isReplaced && !isGrown && !isHiddenDrop) return undefined;
  const allowed = isReplaced || isGrown ? bound : guard.max_drop_percent;
  return {
    code: "id_change",
    message: `${added} of ${after} ids (${addedPercent.toFixed(1)} %) would be new and ${gone} of the ${before} ids served now (${gonePercent.toFixed(1)} %) would disappear. At most ${allowed} % is allowed.`,
    details: {
      before,
      after,
      new: added,
      gone,
      new_percent: tenth(addedPercent),
      gone_percent: tenth(gonePercent),
      ...(isReplaced || isGrown ? { max_id_change_percent: allowed } : { max_drop_percent: allowed }),
    },
  };
}

function currencyChanged({ currencies, live }: GateFacts): HeldReason | undefined {
  if (live === null || live.currencies.length === 0 || currencies.length === 0) return undefined;
  const added = currencies.filter((currency) => !live.currencies.includes(currency));
  if (added.length === 0) return undefined;
  return {
    code: "currency_change",
    message: `Prices would be in ${currencies.join(", ")} instead of ${live.currencies.join(", ")}.`,
    details: { before: live.currencies, after: currencies },
  };
}

function currencyMissing({ currencies, barePrices, included, live }: GateFacts): HeldReason | undefined {
  if (live === null) return undefined;
  const isAllLost = live.currencies.length > 0 && currencies.length === 0;
  if (!isAllLost && barePrices <= live.barePrices) return undefined;
  const details = { before: live.barePrices, after: barePrices, rows: included, currencies_before: live.currencies };
  const message =
    barePrices > 0
      ? `${barePrices} of ${included} products would have a price without a currency, compared with ${live.barePrices} now.`
      : `No product would have a price with a currency. Prices are now in ${live.currencies.join(", ")}.`;
  return { code: "currency_missing", message, details };
}

/** A price that goes blank takes its currency with it. A few are everyday work in a shop, so their share decides. */
function pricesMissing({ blankPrices, included, live }: GateFacts, maxPercent: number): HeldReason | undefined {
  if (live === null || shareOf(blankPrices - live.blankPrices, included) <= maxPercent) return undefined;
  return {
    code: "currency_missing",
    message: `${blankPrices} of ${included} products would have no price that can be read, compared with ${live.blankPrices} now. At most ${maxPercent} % is allowed.`,
    details: {
      before: live.blankPrices,
      after: blankPrices,
      rows: included,
      currencies_before: live.currencies,
      max_drop_percent: maxPercent,
    },
  };
}

/** A repeated id isn't held twice: once a person has published it, only further ones are. */
function idsRepeated({ repeatedIds, live }: GateFacts): HeldReason | undefined {
  if (live === null || repeatedIds <= live.repeatedIds) return undefined;
  const rows = repeatedIds === 1 ? "1 row repeats" : `${repeatedIds} rows repeat`;
  return {
    code: "duplicate_ids",
    message: `${rows} the id of an earlier row, compared with ${live.repeatedIds} in the file being served.`,
    details: { before: live.repeatedIds, after: repeatedIds },
  };
}

function pricesMoved({ currencies, live }: GateFacts, maxFactor: number): HeldReason | undefined {
  if (live === null) return undefined;
  const { matchedBefore, matchedAfter, before, after, soldBefore, soldAfter } = live.prices;
  const ofBoth = " of products in both files";
  if (matchedBefore !== null)
    return (
      medianMoved(`price${ofBoth}`, [matchedBefore, matchedAfter], maxFactor) ??
      medianMoved(`selling price${ofBoth}`, [soldBefore, soldAfter], maxFactor)
    );
  // Without a product in both files the whole files are compared, which makes sense only within one currency.
  if (currencies.length > 1 || currencies.join() !== live.currencies.join()) return undefined;
  return medianMoved("price", [before, after], maxFactor);
}

function medianMoved(what: string, [before, after]: readonly [number | null, number | null], maxFactor: number): HeldReason | undefined {
  if (before === null || after === null) return undefined;
  const details = { before: rounded(before), after: rounded(after), max_price_factor: maxFactor };
  const moved = `The median ${what} would be ${rounded(after)} instead of ${rounded(before)}`;
  if (after <= 0) return { code: "price_change", message: `${moved}.`, details };
  const factor = Math.max(after / before, before / after);
  if (factor <= maxFactor) return undefined;
  return {
    code: "price_change",
    message: `${moved}, which is ${rounded(factor)} times ${after > before ? "higher" : "lower"}. At most a factor of ${maxFactor} is allowed.`,
    details: { ...details, factor: rounded(factor) },
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

function tenth(percent: number): number {
  return Number(percent.toFixed(1));
}

/** For people: as few digits as tell it, and never 0 for what isn't. */
function rounded(value: number): number {
  return Math.abs(value) >= 0.1 ? Math.round(value * 100) / 100 : Number(value.toPrecision(2));
}
