import { columnsRead, type Expression } from "../../engine/expression/expression.ts";
import { columnsInScope } from "../../engine/expression/read-expression.ts";
import { feedColumnType } from "../../engine/plan/feed-columns.ts";
import type { FoundFile } from "../../engine/run/membership-query.ts";
import { withDecisive } from "../../engine/plan/derived-cells.ts";
import { rowsMeeting } from "../../engine/run/row-filter.ts";
import { rowsPassing, rowsToAsk } from "../../engine/run/run-filter.ts";
import { literal, name, sql } from "../../engine/sql/fragment.ts";
import { parseId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { Sql } from "../../kernel/sql.ts";
import type { ResidentTable } from "../../platform/warehouse/warehouse-port.ts";
import { ruleExists } from "../causes/index.ts";
import { findingsOf } from "../channel-files/index.ts";
import { findNamedFindings } from "../findings/index.ts";
import type { FeedRow } from "../feeds/index.ts";
import { readSourceColumns } from "../metafields/index.ts";
import type { ShopCall } from "../operation.ts";
import { listComparedCells, readFilter, withinFilterTime } from "../row-filters/index.ts";
import { findLiveSnapshot, SOURCE_FILE } from "../snapshots/index.ts";
import type { FeedProductsQuery } from "./feed-product-query.ts";
import { resident } from "./products-page.ts";
import { reasonsTable, type RunFiles } from "./run-rows.ts";

type Call = ShopCall & Refuse<"invalid_request" | "resource_not_found">;

interface Opened {
  readonly feed: FeedRow;
  readonly files: RunFiles;
  readonly leases: AsyncDisposableStack;
}

interface Part {
  /** `ord` of the rows that pass. */
  readonly query: Sql;
  readonly tables: readonly ResidentTable[];
}

/** What a feed's rows are filtered by, the search aside; undefined where nothing filters them. */
export async function filterPart(call: Call, opened: Opened, query: FeedProductsQuery): Promise<Part | undefined> {
  const { excluded, excluded_reason: reason, rule_id: rule, finding, filter = "" } = query;
  if ([excluded, reason, rule, finding].every((part) => part === undefined) && filter.trim() === "") return undefined;
  const reasons = reasonsTable(opened.files);
  const meeting = filter.trim() === "" ? undefined : await meetingPart(call, opened, filter);
  const passing = rowsPassing(name(reasons.name), {
    excluded: excluded ?? null,
    reason: reason ?? null,
    rule: rule === undefined ? null : await ruleOf(call, opened, { written: rule, reasons }),
    findings: finding === undefined ? null : await findingFiles(call, opened, finding),
    among: meeting === undefined ? [] : [meeting.query],
  });
  return { query: passing, tables: [reasons, ...(meeting?.tables ?? [])] };
}

/** A rule that has been deleted since is known by what it did in the run. */
async function ruleOf(
  call: Call,
  { feed }: Opened,
  { written, reasons }: { readonly written: string; readonly reasons: ResidentTable },
): Promise<number> {
  const rule = parseId("rule", written);
  if (rule === undefined) return refuse(call, "rule_id", "`rule_id` must be a rule's id such as rule_7.");
  if (await ruleExists(call.shop, storedId("feed", feed.id), rule)) return rule;
  const found = sql`SELECT 1 FROM ${name(reasons.name)} WHERE excluded_by = ${literal(String(rule))}::BIGINT LIMIT 1`;
  const [row] = await call.warehouse.of(call.shop.shopId).query(found, { resident: [reasons] });
  return row === undefined ? call.fail("resource_not_found", "The feed has no such rule.") : rule;
}

async function findingFiles(call: Call, { feed, files: { output }, leases }: Opened, written: string): Promise<readonly FoundFile[]> {
  const found = await findNamedFindings(call, { feed, runId: storedId("run", output.runId), written });
  const files: FoundFile[] = [];
  for (const [channel, findings] of Map.groupBy(found, (one) => one.channel)) {
    const file = leases.use(await call.objects.local(`${output.prefix}${findingsOf(channel)}`)).path;
    files.push({ place: files.length, file, findings: findings.map(({ nth, muted_rows: mutedRows }) => ({ nth, mutedRows })) });
  }
  return files;
}

/** The rows that meet a condition over feed columns and source columns; the latter are those of the live snapshot, with the feed's cells. */
async function meetingPart(call: Call, opened: Opened, written: string): Promise<Part> {
  const { output, rows } = opened.files;
  const columns = [...output.columns, ...output.attributes];
  const known = await readSourceColumns(call.shop);
  const scope = columnsInScope(
    known.visible.map((column) => column.name),
    output.columns.map((column) => ({ name: column, type: feedColumnType(column) })),
    output.attributes.map((column) => ({ name: column, type: feedColumnType(column) })),
  );
  const condition = await readFilter(call, written, scope);
  if (condition === null)
    return { query: sql`SELECT CAST(range AS INTEGER) AS ord FROM range(${literal(String(output.total))}::BIGINT)`, tables: [] };
  const reads = { source: withDecisive(readOf(condition, "D:")), output: readOf(condition, "G:") };
  const source = reads.source.length === 0 ? null : await sourceFile(call, opened);
  const cells = reads.source.length === 0 ? [] : await listComparedCells(call.shop, storedId("feed", opened.feed.id), reads.source);
  const celled = reads.source.filter((column) => cells.some((cell) => cell.column === column));
  const asked = rowsToAsk({ run: { file: rows, columns }, source, cells: { columns: celled, values: cells } }, reads);
  const now = sql`CAST(${literal(`${call.clock.now().toISOString().slice(0, 16).replace("T", " ")}:00`)} AS TIMESTAMP)`;
  const table = resident(rowsMeeting(condition, { rows: asked, ...reads, cells: celled, now }));
  // What takes too long takes it here, where the filter is to blame.
  const count = sql`SELECT count(*) FROM ${name(table.name)}`;
  await withinFilterTime(call, async (signal) => call.warehouse.of(call.shop.shopId).query(count, { resident: [table], signal }));
  return { query: sql`SELECT ord FROM ${name(table.name)}`, tables: [table] };
}

function readOf(condition: Expression, side: "D:" | "G:"): readonly string[] {
  return [...columnsRead(condition)].flatMap((key) => (key.startsWith(side) ? [key.slice(2)] : []));
}

async function sourceFile(call: Call, { leases }: Opened) {
  const snapshot = await findLiveSnapshot(call.shop);
  if (snapshot === undefined) return null;
  return { file: leases.use(await call.objects.local(`${snapshot.prefix}${SOURCE_FILE}`)).path, columns: snapshot.facts.columns };
}

function refuse(call: Refuse<"invalid_request">, param: string, message: string): never {
  return call.fail("invalid_request", message, [{ param: `/${param}`, code: "invalid_param", message }]);
}
