import { rm } from "node:fs/promises";
import type { FoundMetafield } from "../../engine/source/metafield-names.ts";
import type { RawSink } from "../storefront-port.ts";
import type { References } from "./ask-references.ts";
import { isPattern, patternNames } from "./colour-patterns.ts";
import type { Part } from "./bulk-documents.ts";
import type { PartProgress } from "./extraction-progress.ts";
import { stretchesOf } from "./file-stretches.ts";
import type { SurveyTerms } from "./metafield-survey.ts";
import type { ReferenceKind } from "./metafield-references.ts";
import { type ReadingAnswer, readTask, type ReadingTask } from "./reading-task.ts";
import { readInThread } from "./reading-thread.ts";
import type { Repairs } from "./repairs.ts";
import type { ShopPlaces } from "./shop-context.ts";

/** The parts' files and what has to be known of the shop to read them. */
export interface PartFiles {
  readonly files: ReadonlyMap<Part, string>;
  readonly storeUrl: string;
  readonly places: ShopPlaces;
  readonly metafields: SurveyTerms;
}

export interface HandWork {
  readonly sink: RawSink;
  readonly signal: AbortSignal;
  readonly repairs: Repairs;
  readonly progress: Pick<PartProgress, "read">;
  /** What the objects are called that metafields point at, by id. */
  readonly namesOf: (references: References) => Promise<ReadonlyMap<string, string>>;
}

export interface Handed {
  readonly products: number;
  readonly variants: number;
  readonly metafieldColumns: readonly string[];
  readonly metafields: readonly FoundMetafield[];
  /** `namespace.key` of metafields that point at what the token may not read, by kind. */
  readonly hidden: ReadonlyMap<ReferenceKind, readonly string[]>;
}

/** Threads that read at a time: parsing JSON is what takes long, and a thread of its own leaves the API its own. */
const THREADS = 2;

/** Files become records; each goes when it has been read. Small ones are read at once, large ones by threads. */
export async function handParts(parts: PartFiles, work: HandWork): Promise<Handed> {
  const tasks = await tasksOf(parts);
  const answers: ReadingAnswer[] = [];
  const stop = new AbortController();
  const signal = AbortSignal.any([work.signal, stop.signal]);
  const open = new Map(Map.groupBy(tasks, ({ task }) => task.part).entries().map(([part, of]) => [part, of.length])); // prettier-ignore
  let next = 0;
  const reader = async (): Promise<void> => {
    for (let at = next++; at < tasks.length; at = next++) {
      const planned = tasks[at] ?? missing();
      const { task } = planned;
      answers[at] = await read(planned, { ...work, signal });
      const left = (open.get(task.part) ?? 1) - 1;
      open.set(task.part, left);
      if (left === 0) await rm(task.path, { force: true });
      work.progress.read(task.part);
    }
  };
  const readers = Array.from({ length: THREADS }, reader);
  try {
    await Promise.all(readers);
  } finally {
    stop.abort();
    await Promise.allSettled(readers);
  }
  return {
    products: answers.reduce((sum, { products }) => sum + products, 0),
    variants: answers.reduce((sum, { variants }) => sum + variants, 0),
    // Each stretch of the core may name the same one.
    metafieldColumns: [...new Set(answers.flatMap(({ columns }) => columns))],
    metafields: answers.flatMap(({ metafields }) => metafields),
    hidden: answers.find(({ pointed }) => pointed !== null)?.pointed?.hidden ?? new Map(),
  };
}

/** Metafields that were looked at are handed over once it is known what they point at. */
async function read({ task, isLarge }: Planned, work: HandWork): Promise<ReadingAnswer> {
  const reader = isLarge ? readInThread : readTask;
  const answer = await reader(task, work);
  if (answer.pointed === null) return answer;
  const names = await work.namesOf(answer.pointed.references);
  const { columns, metafields } = patternNames(names).size === 0 ? withoutPatterns(answer) : answer;
  await reader({ part: "metafields", step: "hand", path: task.path, metafields, names }, work);
  return { ...answer, columns, metafields };
}

/** Few shops name patterns. */
function withoutPatterns({ columns, metafields }: ReadingAnswer): Pick<ReadingAnswer, "columns" | "metafields"> {
  const patterns = metafields.filter(isPattern);
  return {
    columns: columns.filter((column) => !patterns.some((pattern) => pattern.column === column)),
    metafields: metafields.filter((metafield) => !patterns.includes(metafield)),
  };
}

function missing(): never {
  throw new RangeError("there is no such task");
}

interface Planned {
  readonly task: ReadingTask;
  readonly isLarge: boolean;
}

/** A file below this is read before a thread has started. */
const LARGE_BYTES = 8 * 1024 * 1024;

async function tasksOf({ files, storeUrl, places, metafields }: PartFiles): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  for (const [part, path] of [...files].toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))) {
    const { bytes, stretches } = await stretchesOf(path, THREADS, LARGE_BYTES);
    const isLarge = bytes >= LARGE_BYTES;
    if (part === "core") planned.push(...stretches.map((stretch) => ({ task: { part, path, stretch, storeUrl }, isLarge })));
    else if (part === "metafields") planned.push({ task: { part, path, step: "survey", ...metafields }, isLarge });
    else if (part === "inventory") planned.push({ task: { part, path, locations: places.locations }, isLarge });
    else planned.push({ task: { part, path, onlineStore: places.onlineStore }, isLarge });
  }
  return planned;
}

/** Of the dynamic columns, and of the work: the longest first. */
const ORDER: readonly Part[] = ["core", "metafields", "inventory", "publications"];
