import { z } from "zod";
import { REASON, REASON_START } from "../../engine/plan/exclusion-reasons.ts";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { RunLineage } from "./run-lineage.ts";
import type { RunRow } from "./run-queries.ts";

/** Why rows differ, told from what both runs keep: their definitions, what their rules did, and which snapshots they read. */

export const DiffCause = z
  .strictObject({
    type: z
      .enum([
        ...["rule", "mapping", "setting", "selection", "cell", "override", "plan"],
        ...["catalog", "new_in_shop", "left_shop", "first_run", "other"],
      ] as const)
      .meta({
        description:
          "`catalog`: the shop's data differs. `new_in_shop` and `left_shop`: only one of the snapshots has the row. `first_run`: there is nothing to compare with. `other`: for example a lookup table, the time or a newer version of Feedwright.",
      }),
    rule_id: idSchema("rule", "The rule, which may have been deleted since.").nullable(),
    setting: z
      .string()
      .nullable()
      .meta({ description: "The feed setting.", examples: [null] }),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why one of the runs leaves the row out.", examples: ["Sold out"] }),
  })
  .meta({ id: "DiffCause" });
export type DiffCause = z.output<typeof DiffCause>;
type CauseType = DiffCause["type"];

export const cause = (type: CauseType, about: Partial<Omit<DiffCause, "type">> = {}): DiffCause => ({
  type,
  ...{ rule_id: null, setting: null, reason: null },
  ...about,
});

/** What leaves a row out, by the words of the reason. What isn't here is the shop's own. */
const SETTING_OF: Readonly<Record<string, string>> = {
  [REASON.draft]: "import_unpublish_product",
  [REASON.unpublished]: "import_unpublish_product",
  [REASON.giftCard]: "gift_cards",
  [REASON.notFirstVariant]: "variants",
};

/** A row that only one run's file has, in the run that leaves it out. */
export interface MovedRow {
  readonly reason: string | null;
  /** Its snapshot doesn't have the row. */
  readonly isAbsent: boolean;
  /** People edited cells of it between the runs. */
  readonly isEdited: boolean;
}

/** Why the other run left the row out, or that it didn't have it. `excluding`: that run. */
export function movedCause(change: "added" | "removed", row: MovedRow, excluding: RunRow | undefined): DiffCause {
  if (excluding === undefined) return cause("first_run");
  if (row.isAbsent) return cause(change === "added" ? "new_in_shop" : "left_shop");
  const told = reasonCause(row.reason, excluding);
  return row.isEdited && isUntold(told) ? cause("cell", { reason: row.reason }) : told;
}

/** A cell explains what the definition doesn't. */
export const isUntold = ({ type }: DiffCause): boolean => type === "catalog" || type === "other";

function reasonCause(reason: string | null, excluding: RunRow): DiffCause {
  if (reason === null) return cause("other");
  const rule = rulesOf(excluding).find(({ description }) => description.startsWith(`Exclude because "${reason}"`));
  if (rule !== undefined) return cause("rule", { reason, rule_id: ruleText(rule.id) });
  const setting = SETTING_OF[reason];
  if (setting !== undefined) return cause("setting", { reason, setting });
  return cause(typeOfReason(reason), { reason });
}

function typeOfReason(reason: string): CauseType {
  if (reason === REASON.merchant) return "override";
  if (reason === REASON.notSelected || reason.startsWith(REASON_START.notInCollection)) return "selection";
  return reason.startsWith(REASON_START.allowance) ? "plan" : "catalog";
}

/** Rows that people edited between the runs. */
export interface EditedRows {
  readonly cells: ReadonlySet<number>;
  /** By feed column. */
  readonly overrides: ReadonlyMap<string, ReadonlySet<number>>;
}

/** What made each field differ, unless a person edited the row. */
export function fieldCauses(before: RunRow | undefined, after: RunRow): (field: string) => DiffCause {
  if (before === undefined) return () => cause("first_run");
  const [old, fresh] = [definitionOf(before), definitionOf(after)];
  const settings = Object.keys(fresh.settings).filter((name) => differ(old.settings[name], fresh.settings[name]));
  const sameSnapshot = before.extract_id === after.extract_id;
  const [writtenBefore, writtenAfter] = [rulesOf(before), rulesOf(after)];
  const indirect = sameSnapshot ? fromElsewhere({ settings, rule: changedRule(writtenBefore, writtenAfter) }) : cause("catalog");
  return (field) => {
    const writing = ({ columns }: WritingRule): boolean => columns.includes(field);
    const rule = changedRule(writtenBefore.filter(writing), writtenAfter.filter(writing));
    if (rule !== undefined) return cause("rule", { rule_id: ruleText(rule) });
    if (differ(old.mappings[field], fresh.mappings[field])) return cause("mapping");
    const setting = settings.find((name) => FIELDS_OF[name]?.includes(field));
    return setting === undefined ? indirect : cause("setting", { setting });
  };
}

/** A field may read another one that a changed rule writes. */
function fromElsewhere({
  settings: [setting],
  rule,
}: {
  readonly settings: readonly string[];
  readonly rule: number | undefined;
}): DiffCause {
  if (rule !== undefined) return cause("rule", { rule_id: ruleText(rule) });
  return setting === undefined ? cause("other") : cause("setting", { setting });
}

/** What settings decide about single fields. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  seo: ["title", "description"],
  variant_titles: ["title"],
  use_shopify_quantity: ["availability"],
  gtin_source: ["gtin", "identifier_exists"],
  id_format: ["id"],
  utm: ["link"],
  market_currency: ["price", "sale_price"],
};

const Definition = z.object({
  settings: z.record(z.string(), z.unknown()).default({}),
  mappings: z.record(z.string(), z.unknown()).default({}),
});

function definitionOf({ definition }: RunRow): z.output<typeof Definition> {
  return Definition.parse(definition ?? {});
}

interface WritingRule {
  readonly id: number;
  readonly description: string;
  readonly columns: readonly string[];
}

/** In their order. A run without an account of its rules has none. */
function rulesOf({ lineage }: RunRow): readonly WritingRule[] {
  const read = RunLineage.safeParse(lineage).data;
  return (read?.rules ?? []).map(({ rule, description, columns }) => ({
    id: rule,
    description,
    columns: columns.map(({ column }) => column),
  }));
}

/** The first rule that is new, gone, different or in another place. */
function changedRule(before: readonly WritingRule[], after: readonly WritingRule[]): number | undefined {
  const at = Array.from({ length: Math.max(before.length, after.length) }).findIndex((_, place) => {
    const [old, fresh] = [before[place], after[place]];
    return old?.id !== fresh?.id || old?.description !== fresh?.description;
  });
  if (at === -1) return undefined;
  const [old, fresh] = [before[at], after[at]];
  const isGone = old !== undefined && !after.some(({ id }) => id === old.id);
  return isGone ? old.id : (fresh ?? old)?.id;
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
const ruleText = (id: number): string => formatId("rule", storedId("rule", id));
