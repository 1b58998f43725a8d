import { storedContext } from "../../engine/plan/stored-context.ts";
import { readRule } from "../../engine/rules/rule-reader.ts";
import { type FeedId, storedId } from "../../kernel/ids.ts";
import { changeCells } from "../cells/index.ts";
import { mappedLookups } from "../columns/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import { changeDefinition } from "../feeds/index.ts";
import type { ShopChange } from "../operation.ts";
import { type RuleRow, storedRule, tellRulesChanged } from "../rules/index.ts";
import type { Comparison } from "./compare-definitions.ts";
import { type RuleToStore, storeDefinition, storeRules } from "./config-queries.ts";
import { type RuleState, textOf } from "./definition.ts";
import type { Present } from "./present-feed.ts";
import type { Wanted } from "./read-config.ts";

interface Application {
  readonly present: Present;
  readonly wanted: Wanted;
  readonly comparison: Comparison;
  /** What the change was, as a sentence. */
  readonly summary: string;
}

/** Makes the feed, whose lock the caller holds, what it shall become: one version, whatever differs. Nothing where nothing does. */
export async function applyConfig(call: ShopChange, { present, wanted, comparison, summary }: Application): Promise<void> {
  const { counts, isSame } = comparison;
  if (isSame) return;
  const feedId = storedId("feed", present.feed.id);
  if (counts.settings + counts.mappings + counts.extra_columns + counts.tests > 0) await storeFeed(call, feedId, wanted);
  if (counts.rules > 0) await storeRules(call.shop, feedId, rulesToStore(wanted, present.rules));
  await changeCells(call.shop, { feedId, version: present.feed.definition_version + 1 }, wanted.cells);
  await changeDefinition(call, feedId, summary);
  if (counts.rules > 0) await tellRulesChanged(call, { action: "replaced", feedId });
}

async function storeFeed({ shop }: ShopChange, feedId: FeedId, { definition }: Wanted): Promise<void> {
  const mappingLookups = mappedLookups(definition.mappings, await readSourceColumns(shop));
  await storeDefinition(shop, feedId, { ...definition, mappingLookups });
}

/** What a rule's row says besides its definition is worked out anew where the definition is another. */
function rulesToStore({ definition: { rules, extraColumns } }: Wanted, rows: readonly RuleRow[]): readonly RuleToStore[] {
  const present = new Map(rows.map((row) => [row.id, row]));
  const context = storedContext(extraColumns);
  return rules.map((rule) => {
    const { id, active, definition } = rule;
    const row = sameRow(rule, present);
    if (row === undefined) return { id, active, ...storedRule(readRule(0, definition, context)), definition };
    const { rule_type: type, lookups, conditions, parts, feedwide } = row;
    return { id, active, definition, type, lookups, conditions, parts, feedwide };
  });
}

/** The row that has this very definition, whether active or not. */
export function sameRow({ id, definition }: RuleState, present: ReadonlyMap<number, RuleRow>): RuleRow | undefined {
  const row = id === null ? undefined : present.get(id);
  return row !== undefined && textOf(row.definition) === textOf(definition) ? row : undefined;
}
