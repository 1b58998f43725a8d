import { findingRows, type ShownRows } from "../../engine/channels/finding-rows.ts";
import { SAMPLES_MAX, shownValues } from "../../engine/channels/finding-samples.ts";
import { rowValues } from "../../engine/channels/row-values.ts";
import type { ShopCall } from "../operation.ts";
import { checksOver } from "./known-codes.ts";
import type { CheckedRun } from "./checked-run.ts";
import type { CheckedChannel } from "./find-checked-channel.ts";
import { type FindingSample, type JudgedFinding, keptSamples } from "./run-findings.ts";

/** A row that a check has found. Ids are the platform's. */
export interface AffectedRow {
  readonly finding: JudgedFinding;
  readonly row_id: string;
  readonly product_id: string;
  readonly sku: string | null;
  readonly title: string;
  readonly value: string;
  readonly muted: boolean;
}

interface Asked {
  readonly channel: CheckedChannel;
  readonly run: CheckedRun;
  readonly findings: readonly JudgedFinding[];
  readonly limit: number;
  readonly offset: number;
  /** Rows that are left out. */
  readonly except?: readonly number[];
}

/** Rows that these findings are about, by check, then in feed order, out of the run's own files. */
export async function readAffectedRows({ shop, objects, warehouse }: Pick<ShopCall, "shop" | "objects" | "warehouse">, asked: Asked) {
  const { channel, run, findings, limit, offset, except = [] } = asked;
  const byNth = new Map(findings.map((finding) => [finding.row.nth, finding]));
  await using leases = new AsyncDisposableStack();
  const rows = leases.use(await objects.local(run.rowsKey)).path;
  const found = leases.use(await objects.local(run.findingsKey)).path;
  const page = { nths: [...byNth.keys()], limit, offset, except };
  const read = await warehouse
    .of(shop.shopId)
    .query(findingRows({ rows, findings: found, split: run.split }, page, shownRows(channel, run, byNth)));
  return read.flatMap((row): readonly AffectedRow[] => {
    const finding = byNth.get(Number(row["nth"]));
    if (finding === undefined) return [];
    const text = (column: string): string => String(row[column] ?? "");
    const muted = finding.muted || finding.mutedRows.has(Number(row["row_id"]));
    const sku = text("sku") === "" ? null : text("sku");
    return [{ finding, row_id: text("row_id"), product_id: text("product_id"), sku, title: text("title"), value: text("value"), muted }];
  });
}

/** The first rows of a finding that aren't muted. Those that are kept with it are enough unless some of them are muted. */
export async function readSamples(
  call: Pick<ShopCall, "shop" | "objects" | "warehouse">,
  { channel, run, finding }: { readonly channel: CheckedChannel; readonly run: CheckedRun; readonly finding: JudgedFinding },
): Promise<readonly FindingSample[]> {
  const kept = keptSamples(finding);
  if (finding.mutedRows.size === 0 || kept.length >= Math.min(SAMPLES_MAX, finding.affected)) return kept;
  return readAffectedRows(call, { channel, run, findings: [finding], limit: SAMPLES_MAX, offset: 0, except: [...finding.mutedRows] });
}

/**
 * What is shown of a row. A newer version of the channel may have other checks at these places, so they are found by what they're
 * called. A value that was computed over all rows isn't kept; the field's own is shown for it.
 */
function shownRows(channel: CheckedChannel, run: CheckedRun, findings: ReadonlyMap<number, JudgedFinding>): ShownRows {
  const rows = rowValues(run.columns, run.carried);
  const checks = checksOver(channel, rows);
  const shown = [...findings].map(
    ([
      nth,
      {
        row: { code, field },
      },
    ]) => {
      const value = checks.find((check) => check.code === code && check.field === field)?.value;
      return [nth, value === undefined || value.text.includes('"aside_') ? { field } : { field, value }] as const;
    },
  );
  return { ...shownValues(new Map(shown), channel.pack.attributes, { rows }), sku: rows.carried("sku") };
}
