import type { ErrorDetail } from "../../kernel/errors.ts";
import { type FeedId, formatId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { findLookupTables, holdLookupTables } from "../lookups/index.ts";
import type { ShopCall, ShopChange } from "../operation.ts";
import { applyConfig } from "./apply-config.ts";
import type { Comparison } from "./compare-definitions.ts";
import type { ConfigPlanShape } from "./config-shapes.ts";
import type { RuleState } from "./definition.ts";
import { planConfig } from "./plan-config.ts";
import { type Present, presentFeed } from "./present-feed.ts";
import { type PreparedConfig, prepareConfig, type ReadConfig, readConfig, wantedConfig } from "./read-config.ts";

/**
 * For operations that work on a feed's rules as one list. What they make of the list is read like a configuration that somebody sent, so the
 * same checks and bounds hold, and it is applied like one: one version, one event.
 */

/** What the rules of a feed shall become. */
export type RulesEdit = (present: Present) => readonly RuleState[];

/** Nothing where the feed is gone. */
export async function prepareRules(call: ShopCall, feedId: FeedId, edit: RulesEdit): Promise<PreparedConfig | undefined> {
  const present = await presentFeed(call.shop, feedId);
  if (present === undefined) return undefined;
  return prepareConfig(call, { text: documentText(present, edit), present, tables: await findLookupTables(call.shop) });
}

type Refusing = Refuse<"rule_invalid">;

/** What the change would do to the definition. */
export function compareRules(call: Refusing, prepared: PreparedConfig): Comparison {
  return accepted(call, prepared.reading.present, wantedConfig(prepared)).comparison;
}

/** The same with what it would do to the rows. */
export async function planRules(call: ShopCall & Refusing & Refuse<"preview_failed">, prepared: PreparedConfig): Promise<ConfigPlanShape> {
  return planConfig(call, { present: prepared.reading.present, ...accepted(call, prepared.reading.present, wantedConfig(prepared)) });
}

interface Applying {
  readonly edit: RulesEdit;
  readonly prepared: PreparedConfig;
  /** What the change was, as a sentence. */
  readonly summary: string;
}

/** The caller holds the feed's lock. Answers whether anything differs; where nothing does there is no version. */
export async function applyRules(call: ShopChange & Refusing, feedId: FeedId, { edit, prepared, summary }: Applying): Promise<boolean> {
  const present = await presentFeed(call.shop, feedId);
  if (present === undefined) return false;
  const reading = { text: documentText(present, edit), present, tables: await holdLookupTables(call.shop) };
  const { wanted, comparison } = accepted(call, present, await readConfig(call, reading, prepared));
  await applyConfig(call, { present, wanted, comparison, summary });
  return !comparison.isSame;
}

function documentText(present: Present, edit: RulesEdit): string {
  const rules = edit(present).map(({ id, active, definition }) => ({
    ...(id === null ? {} : { id: formatId("rule", storedId("rule", id)) }),
    active,
    ...definition,
  }));
  return JSON.stringify({ rules });
}

function accepted(call: Refusing, { feed }: Present, read: ReadConfig) {
  return read.faults === undefined ? read : refuseRules(call, { id: feed.id, displayName: feed.display_name }, read.faults);
}

export interface NamedFeed {
  readonly id: number;
  readonly displayName: string;
}

/** A place in the list of rules means nothing to a caller who has not sent the list. */
function refuseRules(call: Refusing, { id, displayName }: NamedFeed, faults: readonly ErrorDetail[]): never {
  const named = `${displayName} (${formatId("feed", storedId("feed", id))})`;
  const details = faults.map(({ code, message }) => ({ param: "", code, message: `${named}: ${message}` }));
  return call.fail("rule_invalid", details[0]?.message, details);
}
