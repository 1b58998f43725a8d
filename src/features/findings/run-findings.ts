import { z } from "zod";
import { countAmong } from "../../engine/channels/finding-rows.ts";
import { type FeedId, formatId, parseId, storedId } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import type { ShopCall } from "../operation.ts";
import { type CheckedRun, findChecked } from "./checked-run.ts";
import { adminUrlOf, type ShopAdmin } from "./shop-admin.ts";
import type { FindingShape } from "./finding-shapes.ts";
import { type FindingRow, listFindingRows } from "./finding-queries.ts";
import { findRowMutes } from "./mute-queries.ts";

/** A finding of a run with what mutes leave of it. */
export interface JudgedFinding {
  readonly row: FindingRow;
  readonly muted: boolean;
  /** Rows that aren't muted one by one. */
  readonly affected: number;
  readonly mutedRows: ReadonlySet<number>;
}

export interface RunFindings {
  readonly run: CheckedRun | undefined;
  readonly revalidating: boolean;
  /** By severity, then by how many rows they affect. */
  readonly findings: readonly JudgedFinding[];
}

type Reading = Pick<ShopCall, "shop" | "objects" | "warehouse">;

interface AskedRun {
  readonly feedId: FeedId;
  readonly channel: string;
  /** As the request has it. Not set: the live run. */
  readonly runId: string | undefined;
}

/** All findings of a channel: a few hundred at most. */
export async function readRunFindings(call: Reading & Refuse<"resource_not_found">, asked: AskedRun): Promise<RunFindings> {
  const { feedId, channel } = asked;
  const missing = "This run isn't there, or it hasn't checked the channel. Leave out `run_id` for the live run.";
  const runId = asked.runId === undefined ? undefined : (parseId("run", asked.runId) ?? call.fail("resource_not_found", missing));
  const { run, revalidating } = await findChecked(call.shop, { feedId, channel, runId });
  if (run === undefined) return runId === undefined ? { run, revalidating, findings: [] } : call.fail("resource_not_found", missing);
  const rows = await listFindingRows(call.shop, { feedId, runId: storedId("run", run.id), channel });
  const mutes = await findRowMutes(call.shop, { feedId, channel });
  const findings = [];
  for (const { row, is_muted: isMuted } of rows) {
    const mutedRows = new Set(
      mutes.flatMap(({ code, field, rowId }) => (code === row.code && (field ?? row.field) === row.field ? [rowId] : [])),
    );
    const less = await countMuted(call, { run, row, mutedRows });
    findings.push({ row, muted: isMuted, affected: row.affected_count - less, mutedRows });
  }
  return { run, revalidating, findings: findings.toSorted(bySeverity) };
}

/** Of a finding with few rows their ids are at hand; of one with many the run's file is asked. */
async function countMuted(
  { shop, objects, warehouse }: Reading,
  { run, row, mutedRows }: { readonly run: CheckedRun; readonly row: FindingRow; readonly mutedRows: ReadonlySet<number> },
): Promise<number> {
  if (mutedRows.size === 0) return 0;
  if (row.row_ids !== null) return row.row_ids.filter((id) => mutedRows.has(id)).length;
  await using file = await objects.local(run.findingsKey);
  const [counted] = await warehouse.of(shop.shopId).query(countAmong(file.path, row.nth, [...mutedRows]));
  return Number(counted?.["muted"]);
}

const SEVERITIES = ["error", "warning", "info"];

function bySeverity(one: JudgedFinding, other: JudgedFinding): number {
  const rank = ({ row }: JudgedFinding): number => SEVERITIES.indexOf(row.severity);
  return rank(one) - rank(other) || other.affected - one.affected || one.row.nth - other.row.nth;
}

/** How many findings of a severity aren't muted. */
export function countUnmuted(findings: readonly JudgedFinding[], severity: FindingRow["severity"]): number {
  return findings.filter(({ row, muted }) => !muted && row.severity === severity).length;
}

interface Filters {
  readonly category?: string | undefined;
  readonly code?: string | undefined;
  readonly severity?: string | undefined;
  readonly include_muted: boolean;
}

export function filterFindings(findings: readonly JudgedFinding[], filters: Filters): readonly JudgedFinding[] {
  const { category, code, severity, include_muted: includeMuted } = filters;
  const passes = (wanted: string | undefined, value: string): boolean => wanted === undefined || wanted === value;
  return findings.filter(
    ({ row, muted }) =>
      (includeMuted || !muted) && passes(category, row.category) && passes(code, row.code) && passes(severity, row.severity),
  );
}

const Samples = z.array(z.object({ row_id: z.string(), product_id: z.string(), title: z.string(), value: z.string() }));
export type FindingSample = z.output<typeof Samples>[number];

/** Rows that were kept with a finding, without those that are muted. */
export function keptSamples({ row, mutedRows }: JudgedFinding): readonly FindingSample[] {
  return Samples.parse(row.samples).filter(({ row_id: id }) => !mutedRows.has(Number(id)));
}

const Rule = z.record(z.string(), z.unknown()).nullable();
const Source = z.object({ document: z.string(), date: z.string() }).nullable();
const Category = z.custom<FindingShape["category"]>((value) => typeof value === "string");

export function findingAnswer({ row, muted, affected }: JudgedFinding, samples: readonly FindingSample[], admin: ShopAdmin): FindingShape {
  return {
    object: "finding",
    id: row.id,
    ...{ code: row.code, category: Category.parse(row.category), severity: row.severity, field: row.field },
    ...{ message: row.message, what_to_do: row.what_to_do },
    affected_count: affected,
    samples: samples.map((sample) => {
      const { row_id: rowId, title, value } = sample;
      return { row_id: rowId, title, value, ...linkedRow(sample, admin) };
    }),
    muted,
    suggested_rule: Rule.parse(row.suggested_rule),
    source: Source.parse(row.source),
  };
}

/** Ids of a row as the API has them. `product_id` is the platform's until here. */
export function linkedRow(row: { readonly row_id: string; readonly product_id: string }, admin: ShopAdmin) {
  return { product_id: formatId("prod", storedId("prod", Number(row.row_id))), admin_url: adminUrlOf(admin, row) };
}
