import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { GraphQLSchema } from "graphql";
import { seededDraw } from "../../sample/seeded-draw.ts";
import { type Access, missingScopes } from "../admin/access.ts";
import type { AdminContext } from "../admin/context.ts";
import type { Failures } from "../control/failures.ts";
import type { BulkLinks } from "./bulk-links.ts";
import type { BulkQuery } from "./bulk-query.ts";
import { type CompiledQuery, compileQuery } from "./compiled-query.ts";
import { oddLines } from "./line-oddities.ts";
import type { KeptResults } from "./kept-results.ts";
import { groupedLines, type LineWindow, shuffledLines } from "./line-window.ts";
import { type BulkOperation, move, type OpenOperation } from "./operation.ts";
import type { HalfWay } from "./operation-script.ts";
import { createResultFile, type ResultFile, type ResultWriter } from "./result-file.ts";
import { writeResult } from "./write-result.ts";

/** The life of one operation from CREATED to its end, with everything its script has in store for it. */

export interface BulkOptions {
  readonly schema: GraphQLSchema;
  readonly access: Access;
  readonly links: BulkLinks;
  readonly failures: Failures;
  readonly seed: number;
  /** Objects a second. */
  readonly pace: number;
  /** From being asked for to starting. */
  readonly startMs: number;
  /** From a cancel to its end. */
  readonly cancelMs: number;
  readonly linkLifeMs: number;
  readonly now: () => Date;
  /** Called with each operation that has ended, however it did. */
  readonly ended: (operation: BulkOperation) => void;
}

type Query = Extract<BulkQuery, { readonly kind: "query" }>;

interface Surroundings {
  readonly options: BulkOptions;
  readonly context: AdminContext;
  readonly folder: string;
  /** Null if every operation writes its own lines. */
  readonly kept: KeptResults | null;
  /** The simulator stops: nothing is finished any more. */
  readonly closing: AbortSignal;
}

/** Half way something happened that ends the operation. */
class Halted extends Error {
  readonly halfWay: HalfWay;

  constructor(halfWay: HalfWay) {
    super("halted");
    this.halfWay = halfWay;
  }
}

export async function carryOut(operation: OpenOperation, query: Query, around: Surroundings): Promise<void> {
  const { options, closing } = around;
  const signal = AbortSignal.any([operation.canceling.signal, closing]);
  try {
    await wait(options.startMs, undefined, { signal });
    move(operation, "start");
    await writeOut(operation, query, { ...around, signal });
    // Canceled when all was written and the file only had to be closed.
    if (operation.canceling.signal.aborted) await endCancel(operation, around);
  } catch (error) {
    if (closing.aborted) return;
    if (operation.canceling.signal.aborted) await endCancel(operation, around);
    else {
      // A fault of ours looks like one of Shopify's from outside; here it is said.
      process.emitWarning(error instanceof Error ? error : String(error));
      fail(operation, "INTERNAL_SERVER_ERROR", options);
    }
  }
}

async function endCancel(operation: OpenOperation, { options, closing }: Surroundings): Promise<void> {
  await wait(operation.script.cancelMs ?? options.cancelMs, undefined, { signal: closing }).catch(() => undefined);
  move(operation, "stop");
}

function fail(operation: OpenOperation, errorCode: OpenOperation["errorCode"], { now }: BulkOptions): void {
  if (move(operation, "fail")) Object.assign(operation, { errorCode, completedAt: now().toISOString() });
}

async function writeOut(operation: OpenOperation, { operation: definition, fragments }: Query, around: Writing): Promise<void> {
  const { options, context } = around;
  const compiled = compileQuery({ operation: definition, fragments, schema: options.schema, access: options.access }, context);
  if (missingScopes(compiled.needs, context.scopes) !== undefined) {
    fail(operation, "ACCESS_DENIED", options);
    return;
  }
  const to = path.join(around.folder, `${operation.id}.jsonl`);
  const earlier = goesWell(operation.script) ? await around.kept?.handOut(operation, to) : undefined;
  if (earlier !== undefined) {
    const { file, ...counts } = earlier;
    Object.assign(operation, counts);
    keepFile(operation, file, options);
    complete(operation, options);
    return;
  }
  const file = await createResultFile(to);
  const outcome = await written(operation, compiled, { ...around, file }).catch(async (error: unknown) => {
    await file.abandon();
    throw error;
  });
  // Shopify has no file for a result without lines, nor for most of those that fail.
  const isKept = operation.objectCount > 0 && (outcome?.kind !== "fail" || outcome.keepsPart);
  const result = isKept ? await file.finish() : await file.abandon();
  if (result !== undefined) keepFile(operation, result, options);
  if (goesWell(operation.script)) await around.kept?.keep(operation);
  if (outcome === null) complete(operation, options);
  else endHalfWay(operation, outcome, options);
}

const goesWell = ({ halfWay, oddity }: OpenOperation["script"]): boolean => halfWay === null && oddity === null;

/** Null: all of it; otherwise what happened half way. */
async function written(operation: OpenOperation, query: CompiledQuery, around: Filing): Promise<HalfWay | null> {
  const { options, signal, file } = around;
  const halt = halfWayHalt(operation, around);
  try {
    await writeResult({
      query,
      file,
      lines: linesOf(operation, file, options.seed),
      pace: options.pace,
      signal,
      counted: (objects, roots) => {
        operation.objectCount = objects;
        operation.rootObjectCount = roots;
        return halt(roots);
      },
    });
    await halt(Number.POSITIVE_INFINITY);
    return null;
  } catch (error) {
    if (error instanceof Halted) return error.halfWay;
    throw error;
  }
}

interface Filing extends Writing {
  readonly file: ResultWriter;
}

interface Writing extends Surroundings {
  readonly signal: AbortSignal;
}

function linesOf({ ordinal, groupObjects, script }: OpenOperation, file: ResultWriter, seed: number): LineWindow {
  const odd = oddLines(script.oddity);
  const write = (line: string): void => file.append(odd(line));
  return groupObjects ? groupedLines(write) : shuffledLines(write, seededDraw(seed, ordinal, "texts"));
}

/** Strikes once, when half of the shop's products are through; of a shorter list at its end. */
function halfWayHalt({ script: { halfWay } }: OpenOperation, { context, signal }: Writing): (roots: number) => Promise<void> | undefined {
  const half = Math.ceil(context.catalog.count() / 2);
  let isDue = halfWay !== null;
  return (roots) => {
    if (!isDue || halfWay === null || roots < half) return undefined;
    isDue = false;
    if (halfWay.kind !== "wait") throw new Halted(halfWay);
    return halfWay.forMs === null ? forEver(signal) : wait(halfWay.forMs, undefined, { signal });
  };
}

function forEver(signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted", { cause: signal.reason })), { once: true });
  });
}

function keepFile(operation: OpenOperation, file: ResultFile, { links, now, linkLifeMs }: BulkOptions): void {
  operation.file = file;
  operation.fileSize = file.bytes;
  operation.url = links.linkTo(operation.id, new Date(now().getTime() + linkLifeMs));
}

const MISCOUNTED_OBJECTS = 7;

function complete(operation: OpenOperation, { now }: BulkOptions): void {
  if (!move(operation, "complete")) return;
  const { atEnd } = operation.script;
  operation.completedAt = now().toISOString();
  if (atEnd === "hideUrl") operation.url = null;
  if (atEnd === "miscount") {
    operation.objectCount += MISCOUNTED_OBJECTS;
    operation.rootObjectCount += 1;
  }
  if (atEnd === "expire" && move(operation, "expire")) operation.url = null;
}

/** What is left of a canceled operation stays behind its link; a failed one hands it out as partial data. */
function endHalfWay(operation: OpenOperation, halfWay: HalfWay, options: BulkOptions): void {
  if (halfWay.kind !== "fail") {
    move(operation, "stop");
    return;
  }
  Object.assign(operation, { partialDataUrl: operation.url, url: null, fileSize: null });
  fail(operation, halfWay.errorCode, options);
}
