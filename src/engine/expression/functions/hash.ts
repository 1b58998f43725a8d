import type { Sql } from "../../../kernel/sql.ts";
import { sql } from "../../sql/fragment.ts";
import { isBlank } from "../../sql/text-sql.ts";
import { textTerm } from "../term.ts";
import { textAt } from "./arguments.ts";
import type { FunctionEntry } from "./function-entry.ts";

/** Hashes of the UTF-8 of a text, in hexadecimal digits of lower case. */

const hashed = (text: Sql, hash: Sql): Sql => sql`CASE WHEN ${isBlank(text)} THEN '' ELSE ${hash} END`;

export const md5: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The MD5 hash of the text: 32 hexadecimal digits.",
  blank: "Blank text has a blank hash.",
  examples: [
    [`md5("abc")`, "900150983cd24fb0d6963f7d28e17f72"],
    [`md5("")`, ""],
  ],
  compile: (args) => textTerm(hashed(textAt(args, 0), sql`md5(${textAt(args, 0)})`)),
};

export const sha256: FunctionEntry = {
  parameters: [{ name: "text", type: "text" }],
  returns: "text",
  summary: "The SHA-256 hash of the text: 64 hexadecimal digits.",
  blank: "Blank text has a blank hash.",
  examples: [
    [`sha256("abc")`, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [`sha256("")`, ""],
  ],
  compile: (args) => textTerm(hashed(textAt(args, 0), sql`sha256(${textAt(args, 0)})`)),
};
