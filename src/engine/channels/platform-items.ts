import type { Sql } from "../../kernel/sql.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { integer, join, list, literal, name, sql } from "../sql/fragment.ts";
import { parquet } from "../sql/parquet.ts";
import type { RowValues } from "./row-values.ts";

/**
 * What a platform says about items, joined to the rows of runs. A reading is kept as one file with a row for each issue of an item
 * (`code` is blank for an item without issues that isn't approved), because an account can have a million items and few of them have issues.
 */

/** An item as a line of newline-delimited JSON. */
export interface ItemLine {
  /** In the order of the reading: the later of two lines about an item counts. */
  readonly n: number;
  /** Which of the feed's registrations it was read for. */
  readonly target: number;
  readonly item_id: string;
  readonly status: string;
  readonly issues: readonly ItemIssueLine[];
}

interface ItemIssueLine {
  readonly code: string;
  readonly severity: string;
  /** Blank: none. */
  readonly attribute: string;
  readonly message: string;
  readonly documentation_url: string;
  readonly countries: readonly string[];
  /** Our finding that means the same; blank: none. */
  readonly finding_code: string;
  /** The attribute that finding must be about; blank: any. */
  readonly finding_field: string;
}

const LAST_LINES = name("last_lines");
const ISSUE_TEXTS = ["code", "severity", "attribute", "message", "documentation_url", "finding_code", "finding_field"] as const;
const ISSUES = sql`STRUCT(${list(ISSUE_TEXTS.map((text) => sql`${name(text)} VARCHAR`))}, countries VARCHAR[])[]`;

function linesOf(file: string, ...more: readonly Sql[]): Sql {
  const columns = list([sql`'n': 'BIGINT', 'target': 'INTEGER', 'item_id': 'VARCHAR', 'status': 'VARCHAR'`, ...more]);
  return sql`read_json(${literal(file)}, format = 'newline_delimited', columns = {${columns}})`;
}

/** Notes the last line of each item in the session. Whole lines are never held: an account's items with their issues are more than memory. */
export function noteLastLines(file: string): Sql {
  return sql`CREATE TEMP TABLE ${LAST_LINES} AS SELECT max(n) AS n, arg_max(status, n) AS status FROM ${linesOf(file)} GROUP BY target, item_id`;
}

/** `status, items`: of the noted lines. */
export function countItems(): Sql {
  return sql`SELECT status, count(*) AS items FROM ${LAST_LINES} GROUP BY status`;
}

/** Of the noted lines, in no order: sorting them would hold all of them. */
export function writeItemIssues(lines: string, file: string): Sql {
  const texts = ISSUE_TEXTS.map((text) => sql`coalesce(issue.${name(text)}, '') AS ${name(text)}`);
  const telling = sql`SELECT * FROM ${linesOf(lines, sql`'issues': ${literal(ISSUES.text)}`)} WHERE len(issues) > 0 OR status <> 'approved'`;
  const issues = sql`SELECT target, item_id, status, unnest(CASE WHEN len(issues) = 0 THEN [NULL] ELSE issues END) AS issue
    FROM (${telling}) SEMI JOIN ${LAST_LINES} USING (n)`;
  return sql`COPY (SELECT target, item_id, status, ${list(texts)}, coalesce(issue.countries, []) AS countries FROM (${issues}))
    TO ${literal(file)} ${parquet()}`;
}

/** A run's rows and what its checks found in them. */
export interface FoundRows {
  readonly rows: string;
  readonly findings: string;
  readonly split: boolean;
  readonly checks: readonly FoundCheck[];
}

interface FoundCheck {
  readonly nth: number;
  readonly code: string;
  readonly field: string | null;
}

/** How rows are known at the platform. */
export interface ItemIds {
  readonly id: Sql;
  /** What the id needs to know of all included rows. */
  readonly asides: Readonly<Record<string, Sql>>;
  /** The platform may name an item in lower case. */
  readonly isCaseless: boolean;
}

export interface JoinedFiles {
  /** Of `writeItemIssues`. */
  readonly items: string;
  readonly ids: ItemIds;
  readonly live: FoundRows & {
    /** Checks whose rows are left out of the channel's file. */
    readonly omitting: readonly number[];
  };
  /** The run whose file the platform judged; null: unknown, or its files are gone. */
  readonly judged: FoundRows | null;
}

/** Which issues are asked for. */
export interface IssueFilter {
  readonly code?: string | undefined;
  readonly attribute?: string | undefined;
  readonly severity?: string | undefined;
  readonly status?: string | undefined;
  readonly rowId?: number | undefined;
}

const SEVERITY_RANK = sql`CASE severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END`;

/**
 * `code, attribute, finding_code, place, found, found_before, affected, …`: issues of rows, counted by what is known about them. `place` says whether the row is in the
 * `file`, or was `excluded` or `omitted` from it; `found` whether our finding is on the row in the live run, `found_before` in the judged one.
 */
export function issueGroups(files: JoinedFiles, filter: IssueFilter): Sql {
  return sql`SELECT code, attribute, any_value(finding_code) AS finding_code, place, found, found_before, count(DISTINCT (ord, item)) AS affected,
    min(${SEVERITY_RANK}) AS severity_rank, min(message) AS message, min(nullif(documentation_url, '')) AS documentation_url,
    CAST(to_json(list_sort(list_distinct(flatten(list(DISTINCT countries))))) AS VARCHAR) AS countries
    FROM (${joined(files, filter)}) GROUP BY code, attribute, place, found, found_before`;
}

/** `items`: those of the reading that are no row of the live run. */
export function itemsElsewhere({ items, ids, live }: JoinedFiles): Sql {
  return sql`SELECT count(DISTINCT (target, item_id)) AS items FROM read_parquet(${literal(items)})
    WHERE ${keyOf(ids, sql`item_id`)} NOT IN (SELECT item_key FROM (${rowsOf(live, ids)}))`;
}

/** How an attribute's value is read from a row. */
export interface ShownAttributes {
  readonly rows: RowValues;
  readonly values: ReadonlyMap<string, Sql>;
}

/** The first rows of each issue: `code, attribute`, and what is shown of a row. */
export function issueSamples(files: JoinedFiles, filter: IssueFilter, shown: ShownAttributes, most: number): Sql {
  const first = sql`SELECT DISTINCT ON (code, attribute, ord, item) * FROM (${joined(files, filter)})`;
  const sampled = sql`SELECT * FROM (${first}) QUALIFY row_number() OVER (PARTITION BY code, attribute ORDER BY ord, item) <= ${integer(most)}`;
  return withRow(files, sampled, shown);
}

/** A page of an issue's rows in feed order. */
export function issueRows(
  files: JoinedFiles,
  filter: IssueFilter,
  shown: ShownAttributes,
  page: { readonly limit: number; readonly offset: number },
): Sql {
  const asked = sql`SELECT * FROM (${joined(files, filter)}) ORDER BY ord, item, attribute, target, message
    LIMIT ${integer(page.limit)} OFFSET ${integer(page.offset)}`;
  return withRow(files, asked, shown);
}

/** How many rows `issueRows` pages through. */
export function countIssueRows(files: JoinedFiles, filter: IssueFilter): Sql {
  return sql`SELECT count(*) AS total FROM (${joined(files, filter)})`;
}

const SHOWN_MAX = 500;

function withRow({ live }: JoinedFiles, some: Sql, { rows, values }: ShownAttributes): Sql {
  const cases = [...values].map(([attribute, value]) => sql`WHEN ${literal(attribute)} THEN CAST(${value} AS VARCHAR)`);
  const value = cases.length === 0 ? sql`NULL` : sql`left(CASE s.attribute ${join(cases, sql` `)} END, ${integer(SHOWN_MAX)})`;
  const row = live.split ? sql`s.ord = r.ord AND s.item = r.item` : sql`s.ord = r.ord`;
  const said = ["item_id", "status", "code", "severity", "attribute", "message", "documentation_url", "finding_code", "finding_field"];
  const columns = [...said, "place", "found", "found_before"].map((column) => sql`s.${name(column)}`);
  return sql`SELECT ${list(columns)}, CAST(to_json(s.countries) AS VARCHAR) AS countries, CAST(r.row_id AS VARCHAR) AS row_id, s.item AS item,
    CAST(r.product_id AS VARCHAR) AS product_id, r.reason AS reason, ${rows.of("title")} AS title, ${rows.carried("sku")} AS sku, ${value} AS value
    FROM (${some}) s JOIN read_parquet(${literal(live.rows)}) r ON ${row} ORDER BY s.ord, s.item, s.attribute, s.target, s.message`;
}

/** Issues of rows with what is known about them. */
function joined({ items, ids, live, judged }: JoinedFiles, filter: IssueFilter): Sql {
  const issues = sql`SELECT *, ${keyOf(ids, sql`item_id`)} AS item_key FROM read_parquet(${literal(items)}) WHERE ${join([sql`code <> ''`, ...conditions(filter)], sql` AND `)}`;
  const rows = sql`SELECT * FROM (${rowsOf(live, ids)}) WHERE item_key IN (SELECT item_key FROM (${issues}))${
    filter.rowId === undefined ? sql`` : sql` AND row_id = ${integer(filter.rowId)}`
  } QUALIFY included OR NOT bool_or(included) OVER (PARTITION BY item_key)`;
  const before = judged === null ? sql`SELECT 0 AS row_id, '' AS code, '' AS field WHERE false` : foundIn(judged, sql`f.row_id AS row_id`);
  const place = sql`CASE WHEN NOT r.included THEN 'excluded' WHEN o.ord IS NOT NULL THEN 'omitted' ELSE 'file' END`;
  return sql`SELECT i.* REPLACE (r.item_id AS item_id), r.ord, r.item, ${place} AS place, l.ord IS NOT NULL AS found, b.row_id IS NOT NULL AS found_before
    FROM (${issues}) i JOIN (${rows}) r ON r.item_key = i.item_key
    LEFT JOIN (${omittedRows(live)}) o ON o.ord = r.ord AND o.item = r.item
    LEFT JOIN (${foundIn(live, sql`f.ord AS ord, ${itemOf(live)} AS item`)}) l
      ON l.ord = r.ord AND l.item = r.item AND l.code = i.finding_code AND l.field = i.finding_field
    LEFT JOIN (${before}) b ON b.row_id = r.row_id AND b.code = i.finding_code AND b.field = i.finding_field`;
}

function conditions({ code, attribute, severity, status }: IssueFilter): readonly Sql[] {
  const wanted = { code, attribute, severity, status };
  return entriesOf(wanted).flatMap(([column, value]) => (value === undefined ? [] : [sql`${name(column)} = ${literal(value)}`]));
}

const itemOf = ({ split }: Pick<FoundRows, "split">): Sql => (split ? sql`item` : sql`1`);

/** What an item's id is compared by. */
const keyOf = ({ isCaseless }: Pick<ItemIds, "isCaseless">, id: Sql): Sql => (isCaseless ? sql`lower(${id})` : id);

/** Rows by the ids the platform knows them by, excluded ones too. */
function rowsOf({ rows, split }: Pick<FoundRows, "rows" | "split">, { id, asides, isCaseless }: ItemIds): Sql {
  const file = sql`read_parquet(${literal(rows)})`;
  const made = entriesOf(asides).map(([called, value]) => ({ column: name(`aside_${called}`), value }));
  const included = list([sql`*`, ...made.map(({ column, value }) => sql`${value} AS ${column}`)]);
  const excluded = list([sql`*`, ...made.map(({ column }) => sql`NULL AS ${column}`)]);
  const all = sql`SELECT ${included} FROM ${file} WHERE reason IS NULL UNION ALL SELECT ${excluded} FROM ${file} WHERE reason IS NOT NULL`;
  return sql`SELECT *, ${keyOf({ isCaseless }, sql`item_id`)} AS item_key
    FROM (SELECT ord, ${itemOf({ split })} AS item, row_id, reason IS NULL AS included, CAST(${id} AS VARCHAR) AS item_id FROM (${all}))`;
}

function omittedRows({ findings, split, omitting }: JoinedFiles["live"]): Sql {
  return sql`SELECT DISTINCT ord, ${itemOf({ split })} AS item FROM read_parquet(${literal(findings)})
    WHERE nth IN (${list([-1, ...omitting].map(integer))})`;
}

/** `code, field` of findings by row; a finding of one field is there a second time with a blank field, which any issue with its code matches. */
function foundIn({ findings, checks }: FoundRows, key: Sql): Sql {
  const values = checks.flatMap(({ nth, code, field }) => [
    sql`(${integer(nth)}, ${literal(code)}, '')`,
    ...(field === null ? [] : [sql`(${integer(nth)}, ${literal(code)}, ${literal(field)})`]),
  ]);
  const places = list([sql`(-1, '', '')`, ...values]);
  return sql`SELECT DISTINCT ${key}, c.code AS code, c.field AS field FROM read_parquet(${literal(findings)}) f
    JOIN (VALUES ${places}) c (nth, code, field) ON c.nth = f.nth`;
}
