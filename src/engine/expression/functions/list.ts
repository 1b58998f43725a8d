import type { Sql } from "../../../kernel/sql.ts";
import { sql } from "../../sql/fragment.ts";
import { isPlainList, itemsOf, itemsText, textsJoined, trimmed } from "../../sql/text-sql.ts";
import { comparison } from "../comparison-sql.ts";
import { asBlank, asFolded, asText, booleanTerm, listTerm, numberTerm, readsAs, type Term, textTerm } from "../term.ts";
import { countAt, listAt, optionalText, textAt } from "./arguments.ts";
import { itemsJoined } from "./bounded-text.ts";
import { argument, type FunctionEntry, literalText } from "./function-entry.ts";
import { named } from "./named.ts";

/** Lists of texts, such as tags. No item is blank, and none has white space at its ends; comparing them ignores case. */

const LIST = { name: "list", type: "list" } as const;

export const list: FunctionEntry = {
  parameters: [
    { name: "text", type: "text" },
    { name: "separator", type: "text", optional: true },
  ],
  returns: "list",
  summary: "The items of the text, split at a separator (by default a comma), without white space around each item.",
  blank: "Blank items are left out. If the separator is blank, the whole text is one item.",
  examples: [
    [`list_join(list("red, , blue"), "|")`, "red|blue"],
    [`list_count(list("a; b; c", ";"))`, "3"],
  ],
  compile: (args) => {
    if (args.length < 2) return listTerm(listAt(args, 0));
    const [text, separator] = [textAt(args, 0), textAt(args, 1)];
    const pieces = sql`CASE WHEN ${separator} = '' THEN [${text}] ELSE string_split(${text}, ${separator}) END`;
    const items = sql`list_transform(${pieces}, lambda its_piece: ${trimmed(sql`its_piece`)})`;
    return listTerm(sql`list_filter(${items}, lambda its_piece: its_piece <> '')`);
  },
};

export const item: FunctionEntry = {
  parameters: [LIST, { name: "index", type: "number" }],
  returns: "text",
  summary: "The item at a position. Positions count from 1, negative ones from the end.",
  blank: "Blank if the list has no item at that position. No item is at position 0.",
  examples: [
    [`item(list("red, blue, green"), 2)`, "blue"],
    [`item(list("red, blue, green"), -1)`, "green"],
    [`item(list("red"), 5)`, ""],
  ],
  compile: (args) => textTerm(sql`coalesce((${listAt(args, 0)})[${countAt(args, 1)}], '')`),
};

export const listCount: FunctionEntry = {
  parameters: [LIST],
  returns: "number",
  summary: "The number of items in a list.",
  blank: "Zero for a blank list.",
  examples: [
    [`list_count(list("red, blue"))`, "2"],
    [`list_count(list(""))`, "0"],
  ],
  compile: (args) => numberTerm(sql`CAST(len(${listAt(args, 0)}) AS DECIMAL(28,9))`),
};

export const listContains: FunctionEntry = {
  parameters: [LIST, { name: "item", type: "text" }],
  returns: "boolean",
  summary: "Whether one of the items equals the text, ignoring case.",
  blank: "A list never has a blank item.",
  examples: [
    [`list_contains(list("Sale, New"), "sale")`, "true"],
    [`list_contains(list("Sale"), "sal")`, "false"],
  ],
  compile: (args) => {
    const [items, text] = [argument(args, 0), argument(args, 1)];
    // A list as a column keeps it need not be parted.
    if (items.type !== "list")
      return booleanTerm(comparison("contains", readsAs(items) === "list" ? items : textTerm(asText(items), "list"), text, false));
    return booleanTerm(sql`list_contains(${loweredItems(args)}, trim(${asFolded(text)}))`);
  },
};

export const listJoin: FunctionEntry = {
  parameters: [LIST, { name: "separator", type: "text", optional: true }],
  returns: "text",
  summary: "The items as one string, with a separator between them (by default a comma and a space).",
  blank: "Blank for a blank list.",
  examples: [
    [`list_join(list("red,blue"))`, "red, blue"],
    [`list_join(list("red,blue"), " > ")`, "red > blue"],
  ],
  compile: (args) => textTerm(itemsJoined(listAt(args, 0), optionalText(args, 1, sql`', '`), 1)),
};

export const listSort: FunctionEntry = {
  parameters: [LIST, { name: "order", type: "text", optional: true, literal: { form: "word", of: ["asc", "desc"] } }],
  returns: "list",
  summary:
    'The items sorted from A to Z, or from Z to A with "desc". They are sorted by code point, ignoring case, so `ä` comes after `z`.',
  blank: "A blank list stays blank.",
  examples: [
    [`list_join(list_sort(list("b, C, a")))`, "a, b, C"],
    [`list_join(list_sort(list("b, C, a"), "desc"))`, "C, b, a"],
  ],
  compile: (args) => {
    const keyed = sql`list_transform(${listAt(args, 0)}, lambda its_item: {'folded': lower(its_item), 'item': its_item})`;
    const order = literalText(args, 1, "asc") === "desc" ? sql`'DESC'` : sql`'ASC'`;
    return listTerm(sql`list_transform(list_sort(${keyed}, ${order}), lambda its_pair: its_pair.item)`);
  },
};

export const listUnique: FunctionEntry = {
  parameters: [LIST],
  returns: "list",
  summary: "The list without duplicates, ignoring case. The first of each is kept.",
  blank: "A blank list stays blank.",
  examples: [
    [`list_join(list_unique(list("red, Blue, RED")))`, "red, Blue"],
    [`list_count(list_unique(list("a, A, a")))`, "1"],
  ],
  compile: (args) =>
    listTerm(
      named(
        loweredItems(args),
        "lowered",
        (lowered) => sql`list_filter(${listAt(args, 0)}, lambda its_item, nth: list_position(${lowered}, lower(its_item)) = nth)`,
      ),
    ),
};

/** What `list_filter` asks of an item, both sides in lower case. */
const TESTS: Readonly<Record<string, (item: Sql, text: Sql) => Sql>> = {
  contains: (its, text) => sql`contains(${its}, ${text})`,
  "not contains": (its, text) => sql`NOT contains(${its}, ${text})`,
  equals: (its, text) => sql`${its} = ${text}`,
  "not equals": (its, text) => sql`${its} <> ${text}`,
  "starts with": (its, text) => sql`starts_with(${its}, ${text})`,
  "ends with": (its, text) => sql`ends_with(${its}, ${text})`,
};

export const listFilter: FunctionEntry = {
  parameters: [LIST, { name: "operator", type: "text", literal: { form: "word", of: Object.keys(TESTS) } }, { name: "text", type: "text" }],
  returns: "list",
  summary: `The items that pass a comparison (${Object.keys(TESTS).join(", ")}), ignoring case.`,
  blank: "A blank list stays blank. If the text is blank, the list is unchanged.",
  examples: [
    [`list_join(list_filter(list("size:L, color:red"), "starts with", "color:"))`, "color:red"],
    [`list_join(list_filter(list("Sale, New"), "not equals", "sale"))`, "New"],
  ],
  compile: (args) => {
    const test = TESTS[literalText(args, 1, "contains")] ?? (() => sql`true`);
    const holds = test(sql`lower(its_item)`, asFolded(argument(args, 2)));
    return listTerm(sql`list_filter(${listAt(args, 0)}, lambda its_item: ${asBlank(argument(args, 2))} OR ${holds})`);
  },
};

export const listSlice: FunctionEntry = {
  parameters: [LIST, { name: "from", type: "number" }, { name: "to", type: "number" }],
  returns: "list",
  summary:
    "The items from position `from` up to, but not including, position `to`. Positions count from 1, negative ones from the end. A position before the start counts as 1.",
  blank: "A blank list stays blank. A blank position counts as 1.",
  examples: [
    [`list_join(list_slice(list("a, b, c, d"), 2, 4))`, "b, c"],
    [`list_join(list_slice(list("a, b, c, d"), 1, -1))`, "a, b, c"],
  ],
  compile: (args) => {
    const items = sliceOf(listAt(args, 0), args);
    const given = argument(args, 0);
    if (given.type === "list") return listTerm(items);
    // Most lists are of plain items: those parted are those to join again, which spares looking at each.
    const plain = textsJoined(sliceOf(sql`string_split(${given.sql}, ',')`, args), sql`','`);
    return { ...listTerm(items), text: sql`CASE WHEN ${isPlainList(given.sql)} THEN ${plain} ELSE ${itemsText(items)} END` };
  },
};

function sliceOf(whole: Sql, args: readonly Term[]): Sql {
  return named(whole, "list", (items) => {
    const place = (at: number): Sql =>
      named(
        countAt(args, at),
        "place",
        (count) => sql`greatest(CASE WHEN ${count} < 0 THEN len(${items}) + 1 + ${count} ELSE ${count} END, 1)`,
      );
    return sql`${items}[${place(1)}:${place(2)} - 1]`;
  });
}

/** The items of the first argument in lower case; a text is lowered before it is parted. */
function loweredItems(args: readonly Term[]): Sql {
  const given = argument(args, 0);
  if (given.type !== "list") return itemsOf(sql`lower(${asText(given)})`);
  return sql`list_transform(${given.sql}, lambda its_item: lower(its_item))`;
}
