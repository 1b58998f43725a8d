import { dataOf } from "../../kernel/page.ts";
import { branded, members } from "../../kernel/unsafe.ts";
import { write } from "../operation.ts";
import { findLookupTable } from "./lookup-queries.ts";
import { LOOKUP_BYTES_MAX } from "./lookup-limits.ts";
import { isLookupName, LookupBody, LookupPath, lookupTableAnswer, LookupTableShape } from "./lookup-shapes.ts";
import { readLookupCsv } from "./read-lookup-csv.ts";
import { type ReadLookupRows, readLookupRows } from "./read-lookup-rows.ts";
import { storeLookupTable, writeLookupVersion } from "./store-lookup-table.ts";

const NAME_RULE = "A table name must start with a letter and have only letters, digits, `_` or `-`, at most 100 characters.";

export const putLookupTable = write({
  name: "lookups.put",
  title: "Replace a lookup table",
  summary: "Creates a lookup table, or replaces all its rows.",
  description:
    "The first column is the key. It can't be blank, and must be unique, ignoring case and surrounding white space. A table has at most 100,000 rows, 50 columns and 10 MiB. The next run of each feed that uses the table reads the new rows. You can't leave out a column that a rule or mapping reads: the answer is then 422 `lookup_table_in_use`, which lists what reads it.",
  scope: "write_rules",
  http: { method: "PUT", path: "/lookup_tables/{name}", status: 200 },
  path: LookupPath,
  body: LookupBody,
  upload: {
    bytesMax: LOOKUP_BYTES_MAX,
    forms: {
      "text/csv": {
        description: "A header line with the column names, then the rows, in UTF-8.",
        example: "colour,group\nAqua,Blue\nRose,Red\n",
        read: readLookupCsv,
      },
    },
    // The body is what this operation's schema has parsed.
    digest: (body) => readLookupRows(branded<LookupBody>(body)),
  },
  output: dataOf(LookupTableShape),
  errors: ["invalid_request", "validation_failed", "lookup_table_in_use"],
  audit: "lookup_table.written",
  mcp: {
    tool: "put_lookup_table",
    use: "Use it to replace many values: a table is shorter than rules. Send all rows: they replace the old ones. Rules read it with `lookup`.",
  },
  undone: ({ answer: { data }, before }) =>
    members(before)["name"] !== undefined
      ? { impossible: "The previous rows of a lookup table aren't stored. Send them again (`put_lookup_table`)." }
      : { operation: "lookups.remove", path: { name: data.name }, left: { updated_at: data.updated_at } },
  before: async (_target, { shop }, { path: { name } }) => {
    const table = await findLookupTable(shop, name);
    return table === undefined ? {} : lookupTableAnswer(table);
  },
  async prepare(call, { path: { name }, digest }) {
    if (!isLookupName(name)) return undefined;
    const read = branded<ReadLookupRows>(digest);
    return read.ok ? writeLookupVersion(call, { name, table: read.table }) : { ...read, code: "validation_failed" as const };
  },
  undo: async (call, prepared) => (prepared?.ok === true ? call.objects.remove(prepared.version.prefix) : undefined),
  async run(call, { path: { name }, prepared: written }) {
    if (written === undefined)
      return call.fail("invalid_request", NAME_RULE, [{ param: "/name", code: "invalid_param", message: NAME_RULE }]);
    const stored = written.ok ? await storeLookupTable(call, { name, version: written.version }) : written;
    if (!stored.ok) return call.fail(stored.code, stored.faults[0]?.message, stored.faults);
    return { data: lookupTableAnswer(stored.row) };
  },
});
