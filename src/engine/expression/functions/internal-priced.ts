import type { Sql } from "../../../kernel/sql.ts";
import { literal, sql } from "../../sql/fragment.ts";
import { asText, BLANK_TERM, textTerm, textWithin } from "../term.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";
import { amountText } from "./money.ts";
import { namedHere } from "./named.ts";

/** A text that is a number and names no currency, as `numberOf` reads numbers. */
const BARE_AMOUNT = "\\s*[+-]?[0-9]{1,18}(?:\\.[0-9]{1,9})?\\s*";

export const priced: FunctionEntry = {
  parameters: [
    { name: "value", type: "text" },
    { name: "currency", type: "text" },
  ],
  returns: "text",
  summary: "A bare amount with a currency and its decimals; anything else stays as it is.",
  blank: "Blank stays blank; without a currency of three capital letters an amount stays bare.",
  examples: [],
  compile: (args) => {
    const [value, currency] = [argument(args, 0), argument(args, 1)];
    if (currency === BLANK_TERM) return textWithin(asText(value), [value], "money");
    const code = asText(currency);
    const coded = (text: Sql): Sql =>
      sql`CASE WHEN regexp_full_match(${text}, ${literal(BARE_AMOUNT)}) AND regexp_full_match(${code}, '[A-Z]{3}')
        THEN coalesce(${amountText(textTerm(text), currency)} || ' ' || ${code}, ${text}) ELSE ${text} END`;
    return textWithin(namedHere(asText(value), "written", coded), [value], "money");
  },
};
