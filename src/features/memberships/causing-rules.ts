import { EXCLUDING_TYPES, givesReason } from "../../engine/rules/exclusion-reason.ts";
import { printRule } from "../../engine/rules/print-rule.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listRulesOfTypes } from "./membership-queries.ts";

export interface NamedRule {
  readonly id: number;
  readonly answer: { readonly id: string; readonly name: string };
}

/** A rule of a page of lists would be hard to read past this. */
const NAME_LENGTH_MAX = 500;

/** By feed, the active rules that give the reason their rows were left out for. */
export async function findCausingRules(
  shop: ShopDb,
  reasons: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, readonly NamedRule[]>> {
  if (reasons.size === 0) return new Map();
  const rules = await listRulesOfTypes(shop, [...reasons.keys()], EXCLUDING_TYPES);
  const giving = rules.filter(({ feed_id: feedId, definition }) => givesReason(definition, reasons.get(feedId) ?? ""));
  return Map.groupBy(
    giving.map(({ feed_id: feedId, id, definition }) => ({
      feedId,
      id,
      answer: { id: formatId("rule", storedId("rule", id)), name: printRule(definition).slice(0, NAME_LENGTH_MAX) },
    })),
    ({ feedId }) => feedId,
  );
}
