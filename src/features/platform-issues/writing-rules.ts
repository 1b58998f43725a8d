import { printRule } from "../../engine/rules/print-rule.ts";
import { PlainError, RequestError } from "../../kernel/errors.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import { type FeedCheckedChannel } from "../findings/index.ts";
import { readDefinition } from "../feeds/index.ts";
import type { ShopCall } from "../operation.ts";
import { listRuleRows } from "../rules/index.ts";
import { findLiveSnapshot } from "../snapshots/index.ts";
import { traceRows } from "../transforms/index.ts";

/** A rule that changed an attribute's value in a row. */
interface WritingRule {
  readonly rule_id: string;
  /** As a sentence. */
  readonly rule: string;
  readonly before: string;
  readonly after: string;
}

/** The rules that write an attribute of a row, in their order; null: nobody could follow the row. */
export type WritingRules = (row: {
  readonly rowId: string;
  readonly item: number;
  readonly attribute: string;
}) => readonly WritingRule[] | null;

const TEXT_MAX = 500;

/** Follows rows through the feed as it's defined now. */
export async function readWritingRules(
  call: ShopCall,
  { pack, feed }: FeedCheckedChannel,
  rowIds: readonly number[],
): Promise<WritingRules> {
  const traced = await tracedRows(call, feed, rowIds);
  const rules = new Map(
    (await listRuleRows(call.shop, storedId("feed", feed.id))).map(({ id, definition }) => [id, printRule(definition)]),
  );
  const rows = new Map(traced?.map((row) => [`${row.rowId}/${row.item}`, row]));
  return ({ rowId, item, attribute }) => {
    const row = rows.get(`${rowId}/${item}`);
    if (row === undefined) return null;
    const from = pack.attributes.find(({ name }) => name === attribute)?.from;
    const columns = [attribute, from].map((column) => column?.toLowerCase());
    return row.stages.flatMap(({ rule, changes }) =>
      changes.flatMap(({ field, before, after }) => {
        if (rule === null || !columns.includes(field.toLowerCase())) return [];
        const names = { rule_id: formatId("rule", storedId("rule", rule)), rule: cut(rules.get(rule) ?? "") };
        return [{ ...names, before: cut(before), after: cut(after) }];
      }),
    );
  };
}

/** A feed too expensive to be followed is shown without. */
async function tracedRows(call: ShopCall, feed: FeedCheckedChannel["feed"], rowIds: readonly number[]) {
  const snapshot = rowIds.length === 0 ? undefined : await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return undefined;
  try {
    return await traceRows(call, { feed, snapshot, definition: await readDefinition(call.shop, feed), rowIds });
  } catch (error) {
    if (!(error instanceof RequestError || error instanceof PlainError)) throw error;
    return undefined;
  }
}

const cut = (text: string): string => (text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1).toWellFormed()}…`);
