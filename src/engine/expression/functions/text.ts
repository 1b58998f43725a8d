import { htmlText } from "../../source/html-text.ts";
import { join, list, sql } from "../../sql/fragment.ts";
import { isBlank, trimmed } from "../../sql/text-sql.ts";
import { asText, textTerm } from "../term.ts";
import { argument, type FunctionEntry } from "./function-entry.ts";

export const concat: FunctionEntry = {
  signature: "concat(text, …)",
  summary: "Joins texts; a blank adds nothing.",
  compile: (args) => textTerm(sql`concat(${list(args.map(asText))})`),
};

export const stripHtml: FunctionEntry = {
  signature: "strip_html(text)",
  summary: "Plain text of HTML: tags go, blocks become spaces, entities become characters.",
  compile: (args) => textTerm(htmlText(asText(argument(args, 0)))),
};

export const trim: FunctionEntry = {
  signature: "trim(text)",
  summary: "Without white space at both ends.",
  compile: (args) => textTerm(trimmed(asText(argument(args, 0)))),
};

export const lower: FunctionEntry = {
  signature: "lower(text)",
  summary: "Lower case.",
  compile: (args) => textTerm(sql`lower(${asText(argument(args, 0))})`),
};

export const coalesce: FunctionEntry = {
  signature: "coalesce(text, …)",
  summary: "The first argument that is not blank.",
  compile: (args) => {
    const texts = args.map(asText);
    const whens = texts.map((text) => sql`WHEN NOT ${isBlank(text)} THEN ${text}`);
    return textTerm(sql`CASE ${join(whens, sql` `)} ELSE '' END`);
  },
};
