import type { FeedSettings } from "../../engine/plan/feed-definition.ts";
import type { HeldReason } from "./run.ts";

/** What the guard compares: the run, and the live run it would replace, where there is one. */
export interface GateFacts {
  readonly included: number;
  /** Rows beyond the plan's allowance: a smaller plan takes them out, and no accident. */
  readonly beyondAllowance: number;
  readonly currencies: readonly string[];
  readonly identity: string;
  readonly live: {
    readonly included: number;
    readonly currencies: readonly string[];
    readonly identity: string;
    /** Rows in both files, and those among them whose published id is another one. */
    readonly kept: number;
    readonly reidentified: number;
  } | null;
}

/**
 * Whether a file may replace the one being served. A merchant loses a day of sales to an empty or halved feed, and the history
 * of every product to new ids; so such a file waits for a person, and the last good one stays.
 */
export function heldReasons(facts: GateFacts, guard: FeedSettings["publish_guard"]): readonly HeldReason[] {
  if (!guard.enabled) return [];
  const reasons = [
    emptied(facts),
    dropped(facts, guard.max_drop_percent),
    ...identityChanged(facts, guard.max_id_change_percent),
    currencyChanged(facts),
  ];
  return reasons.filter((reason) => reason !== undefined);
}

function emptied({ included, live }: GateFacts): HeldReason | undefined {
  if (included > 0) return undefined;
  return { code: "empty", message: "The file would hold no product.", details: { before: live?.included ?? 0, after: 0 } };
}

function dropped({ included, beyondAllowance, live }: GateFacts, maxPercent: number): HeldReason | undefined {
  if (live === null || live.included === 0 || included === 0) return undefined;
  const percent = ((live.included - included - beyondAllowance) / live.included) * 100;
  if (percent <= maxPercent) return undefined;
  const held = beyondAllowance === 0 ? `${included} products` : `${included} products, and ${beyondAllowance} that the plan leaves out,`;
  return {
    code: "row_count_drop",
    message: `The file would hold ${held} instead of ${live.included}: ${percent.toFixed(1)} % fewer, more than the ${maxPercent} % allowed.`,
    details: {
      before: live.included,
      after: included,
      ...(beyondAllowance === 0 ? {} : { beyond_allowance: beyondAllowance }),
      drop_percent: Number(percent.toFixed(1)),
      max_drop_percent: maxPercent,
    },
  };
}

function identityChanged({ identity, live }: GateFacts, maxPercent: number): readonly HeldReason[] {
  if (live === null) return [];
  const reasons: HeldReason[] = [];
  if (identity !== live.identity) {
    reasons.push({
      code: "identity_change",
      message: "What the id column reads was changed, so channels would see every product as a new one.",
      details: { before: live.identity, after: identity },
    });
  }
  const percent = live.kept === 0 ? 0 : (live.reidentified / live.kept) * 100;
  if (percent > maxPercent) {
    reasons.push({
      code: "id_change",
      message: `${live.reidentified} of ${live.kept} products would get another id: ${percent.toFixed(1)} %, more than the ${maxPercent} % allowed.`,
      details: {
        changed: live.reidentified,
        kept: live.kept,
        change_percent: Number(percent.toFixed(1)),
        max_id_change_percent: maxPercent,
      },
    });
  }
  return reasons;
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
