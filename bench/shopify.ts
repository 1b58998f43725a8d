import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Part } from "../src/storefronts/shopify/bulk-documents.ts";
import { benchWarehouse } from "./bench-feed.ts";
import { bulkSnapshot } from "./bulk-snapshot.ts";
import { measured, treeCpuSeconds } from "./measure.ts";
import { record, type ResultLine } from "./results.ts";

/** `node bench/shopify.ts [--products 100000]`: from the files of Shopify's bulk operations to a sorted snapshot. */
const { values } = parseArgs({ options: { products: { type: "string", default: "100000" }, files: { type: "string" } } });
const MAKE_FILES = fileURLToPath(new URL("catalog/make-bulk-files.ts", import.meta.url));
const folder = await mkdtemp(path.join(tmpdir(), "feedwright-bench-"));
const lines: ResultLine[] = [];
let core: { readonly seconds: number; readonly cpuSeconds: number } | undefined;

try {
  const bulk = values.files ?? path.join(folder, "bulk");
  // In a process of its own: what it leaves on the heap would count as the service's memory.
  if (values.files === undefined)
    execFileSync(process.execPath, [MAKE_FILES, "--products", values.products, "--out", bulk], { stdio: "inherit" });
  const all = ["core", "metafields", "inventory", "publications"] as const;
  for (const parts of [["core"], all, ["core", "translations", "prices"], [...all, "translations", "prices"]] as const)
    await snapshotOf(bulk, parts);
  await record(`node bench/shopify.ts --products ${values.products}`, lines);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Languages and prices are compared with the core, which is the first. */
function besides(parts: readonly Part[], seconds: number, cpuSeconds: number): string {
  core ??= { seconds, cpuSeconds };
  if (parts.length === 1) return "≥ 30k variants/s, ≤ 1,536 MiB";
  const ratios = `${(seconds / core.seconds).toFixed(2)} × the core, processor ${(cpuSeconds / core.cpuSeconds).toFixed(2)} ×`;
  return parts.length === 3 ? `${ratios}, goal ≤ 2.5 ×, ≤ 1,536 MiB` : `${ratios}, no goal of its own`;
}

async function snapshotOf(bulk: string, parts: readonly Part[]): Promise<void> {
  const work = await mkdtemp(path.join(folder, "work-"));
  await using warehouse = await benchWarehouse(work);
  const cpuBefore = treeCpuSeconds();
  const taken = await measured(() => bulkSnapshot(warehouse, work, { folder: bulk, parts }));
  const cpuSeconds = treeCpuSeconds() - cpuBefore;
  const { variants, readSeconds } = taken.value;
  const rate = Math.round(variants / taken.seconds / 1000);
  lines.push({
    what: `snapshot of ${variants} variants from bulk JSONL (${parts.join(", ")}), sorted`,
    figure: `${taken.seconds.toFixed(2)} s (of it reading lines ${readSeconds.toFixed(2)} s), processor ${cpuSeconds.toFixed(2)} s, ${rate}k variants/s, ${taken.peakMiB} MiB`,
    beside: besides(parts, taken.seconds, cpuSeconds),
  });
  await rm(work, { recursive: true });
}
