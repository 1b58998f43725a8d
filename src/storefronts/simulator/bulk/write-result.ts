import { setTimeout as wait } from "node:timers/promises";
import { createGiveWay } from "../give-way.ts";
import { type CompiledConnection, type CompiledQuery, listingOf } from "./compiled-query.ts";
import type { LineWindow } from "./line-window.ts";
import type { ResultWriter } from "./result-file.ts";

/** Goes through a bulk query and writes its lines, at the pace of the shop, as long as nobody says stop. */
export interface ResultRun {
  readonly query: CompiledQuery;
  readonly lines: LineWindow;
  readonly file: ResultWriter;
  /** Objects a second. */
  readonly pace: number;
  readonly signal: AbortSignal;
  /** After each root object, with how many there are so far. Answers a promise to be held up. */
  readonly counted: (objects: number, roots: number) => Promise<void> | undefined;
}

export async function writeResult(run: ResultRun): Promise<void> {
  const counts = { objects: 0, roots: 0 };
  const startedAt = performance.now();
  const giveWay = createGiveWay();
  for (const connection of run.query.connections) {
    const listing = listingOf(await connection.list(undefined));
    for await (const source of listing?.items() ?? []) {
      run.signal.throwIfAborted();
      counts.objects += writeRoot(connection, source, run.lines);
      counts.roots += 1;
      await run.counted(counts.objects, counts.roots);
      if (run.file.isDue()) await run.file.flush();
      const aheadMs = (counts.objects / run.pace) * 1000 - (performance.now() - startedAt);
      await (aheadMs > PACE_STEP_MS ? wait(aheadMs, undefined, { signal: run.signal }) : giveWay());
    }
  }
  run.lines.close();
  await run.file.flush();
}

/** A timer is not exact to less than this. */
const PACE_STEP_MS = 4;

/** Answers how many lines it was. */
function writeRoot(connection: CompiledConnection, source: unknown, lines: LineWindow): number {
  const node = connection.nodeOf(source);
  lines.root(`${node.render(source)}}\n`);
  return 1 + writeChildren(node.connections, source, { parentId: node.connections.length === 0 ? "" : node.idOf(source), lines });
}

interface Below {
  readonly parentId: string;
  readonly lines: LineWindow;
}

function writeChildren(connections: readonly CompiledConnection[], parent: unknown, { parentId, lines }: Below): number {
  let written = 0;
  for (const connection of connections) {
    const listing = listingOf(connection.list(parent));
    for (const source of listing?.itemsAtOnce() ?? []) {
      const node = connection.nodeOf(source);
      lines.child(`${node.render(source)},"__parentId":${parentId}}\n`);
      written += 1;
      if (node.connections.length > 0) written += writeChildren(node.connections, source, { parentId: node.idOf(source), lines });
    }
  }
  return written;
}
