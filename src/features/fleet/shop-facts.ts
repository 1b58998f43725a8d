import { printRule } from "../../engine/rules/print-rule.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { listRuleRows } from "../rules/index.ts";
import { findHeldRun } from "../runs/index.ts";
import type { FleetAction, ShopFacts } from "./fleet-action.ts";
import type { FleetTargetRow } from "./fleet-change.ts";

const SWITCHING: readonly FleetAction["type"][] = ["activate_rule", "deactivate_rule"];
const DECIDING: readonly FleetAction["type"][] = ["publish_held", "discard_held"];

/** What the request for one shop depends on; only what this action asks for is looked up. */
export async function findShopFacts(
  shop: ShopDb,
  { feed_id: feed, document }: Pick<FleetTargetRow, "feed_id" | "document">,
  { type }: FleetAction,
): Promise<ShopFacts> {
  const feedId = feed === null ? null : storedId("feed", feed);
  const rules = feedId !== null && SWITCHING.includes(type) ? await listRuleRows(shop, feedId) : [];
  const held = feedId !== null && DECIDING.includes(type) ? await findHeldRun(shop, feedId) : undefined;
  return {
    feed: feedId === null ? null : formatId("feed", feedId),
    rules: rules.map(({ id, definition, active }) => ({ id: formatId("rule", storedId("rule", id)), text: printRule(definition), active })),
    heldRun: held === undefined ? null : { id: formatId("run", storedId("run", held.id)), includedCount: held.included_count },
    // As a template was rendered when the change was made.
    document: document === null ? null : { ...members(parseJson(document)) },
  };
}
