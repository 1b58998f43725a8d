import { rm } from "node:fs/promises";
import { PlainError } from "../../kernel/errors.ts";
import { type FoundMetafield, identityText } from "../../engine/source/metafield-names.ts";
import type { RawSink } from "../storefront-port.ts";
import type { References } from "./ask-references.ts";
import { isPattern, patternNames } from "./colour-patterns.ts";
import type { Part } from "./bulk-documents.ts";
import type { CoreShop } from "./core-lines.ts";
import type { PartProgress } from "./extraction-progress.ts";
import type { AskedCountry } from "./market-documents.ts";
import { stretchesOf } from "./file-stretches.ts";
import type { NamedMetafields } from "./metafield-part.ts";
import type { SurveyTerms } from "./metafield-survey.ts";
import type { ReferenceKind } from "./metafield-references.ts";
import type { PartQuery } from "./part-query.ts";
import { type ReadingAnswer, readTask, type ReadingTask } from "./reading-task.ts";
import { readInThread } from "./reading-thread.ts";
import type { Repairs } from "./repairs.ts";
import type { ShopPlaces } from "./shop-context.ts";

/** The parts' files and what has to be known of the shop to read them. */
export interface PartFiles {
  readonly files: ReadonlyMap<PartQuery, string>;
  readonly shop: CoreShop;
  readonly places: ShopPlaces;
  readonly metafields: SurveyTerms;
  /** In the order in which the document of translations asks for them. */
  readonly locales: readonly string[];
  /** The countries that each query asks for. */
  readonly countries: ReadonlyMap<PartQuery, readonly AskedCountry[]>;
}

export interface HandWork {
  readonly sink: RawSink;
  readonly signal: AbortSignal;
  readonly repairs: Repairs;
  readonly progress: Pick<PartProgress, "read">;
  /** What the objects are called that metafields point at. */
  readonly namesOf: (references: References) => Promise<Pick<NamedMetafields, "names" | "labels">>;
}

export interface Handed {
  readonly products: number;
  readonly variants: number;
  readonly metafieldColumns: readonly string[];
  readonly metafields: readonly FoundMetafield[];
  /** Optional parts whose file could not be read; what came of it already is not to be used. */
  readonly failed: ReadonlyMap<PartQuery, PlainError>;
  /** `namespace.key` of metafields that point at what the token may not read, by kind. */
  readonly hidden: ReadonlyMap<ReferenceKind, readonly string[]>;
}

/** Threads that read at a time: parsing JSON is what takes long, and a thread of its own leaves the API its own. */
const THREADS = 2;

/** Files become records; each goes when it has been read. Small ones are read at once, large ones by threads. The catalog's own come first, because what stands beside it is told by its columns. */
export async function handParts(parts: PartFiles, work: HandWork): Promise<Handed> {
  const failed = new Map<PartQuery, PlainError>();
  const queries = [...parts.files.keys()].toSorted((one, other) => ORDER.indexOf(one.part) - ORDER.indexOf(other.part));
  const answers = await readAll(queries.filter(({ optional }) => !optional), { parts, work, metafields: [], failed }); // prettier-ignore
  const metafields = answers.flatMap((answer) => answer.metafields);
  await readAll(queries.filter(({ optional }) => optional), { parts, work, metafields, failed }); // prettier-ignore
  return {
    products: answers.reduce((sum, { products }) => sum + products, 0),
    variants: answers.reduce((sum, { variants }) => sum + variants, 0),
    // Each stretch of the core may name the same one.
    metafieldColumns: [...new Set(answers.flatMap(({ columns }) => columns))],
    metafields,
    failed,
    hidden: answers.find(({ pointed }) => pointed !== null)?.pointed?.hidden ?? new Map(),
  };
}

/** Of the dynamic columns, and of the work: the longest first. */
const ORDER: readonly Part[] = ["core", "metafields", "inventory", "publications", "translations", "prices"];

interface Reading {
  readonly parts: PartFiles;
  readonly work: HandWork;
  /** Those that the catalog has. */
  readonly metafields: readonly FoundMetafield[];
  readonly failed: Map<PartQuery, PlainError>;
}

async function readAll(queries: readonly PartQuery[], { parts, work, metafields, failed }: Reading): Promise<readonly ReadingAnswer[]> {
  const tasks = (await Promise.all(queries.map((query) => tasksOf(query, parts, metafields)))).flat();
  const answers: ReadingAnswer[] = [];
  const stop = new AbortController();
  const signal = AbortSignal.any([work.signal, stop.signal]);
  const open = new Map(Map.groupBy(tasks, ({ query }) => query).entries().map(([query, of]) => [query, of.length])); // prettier-ignore
  let next = 0;
  const reader = async (): Promise<void> => {
    for (let at = next++; at < tasks.length; at = next++) {
      const planned = tasks[at] ?? missing();
      const { query, task } = planned;
      const answer = await read(planned, { ...work, signal }).catch((error: unknown) => {
        if (!query.optional || !(error instanceof PlainError)) throw error;
        failed.set(query, error);
      });
      if (answer !== undefined) answers[at] = answer;
      const left = (open.get(query) ?? 1) - 1;
      open.set(query, left);
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
  return answers;
}

/** Metafields that were looked at are handed over once it is known what they point at. */
async function read({ task, isLarge }: Planned, work: HandWork): Promise<ReadingAnswer> {
  const reader = isLarge ? readInThread : readTask;
  const answer = await reader(task, work);
  if (answer.pointed === null) return answer;
  const named = await work.namesOf(answer.pointed.references);
  const { columns, metafields } = patternNames(named.names).size === 0 ? withoutPatterns(answer) : answer;
  await reader({ part: "metafields", step: "hand", path: task.path, metafields, ...named }, work);
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
  readonly query: PartQuery;
  readonly task: ReadingTask;
  readonly isLarge: boolean;
}

/** A file below this is read before a thread has started. */
const LARGE_BYTES = 8 * 1024 * 1024;

async function tasksOf(query: PartQuery, parts: PartFiles, metafields: readonly FoundMetafield[]): Promise<readonly Planned[]> {
  const { part } = query;
  const path = parts.files.get(query) ?? missing();
  const { bytes, stretches } = await stretchesOf(path, THREADS, LARGE_BYTES);
  const isLarge = bytes >= LARGE_BYTES;
  const planned = (task: ReadingTask): Planned => ({ query, task, isLarge });
  switch (part) {
    case "core":
      return stretches.map((stretch) => planned({ part, path, stretch, shop: parts.shop }));
    case "metafields":
      return [planned({ part, path, step: "survey", ...parts.metafields })];
    case "inventory":
      return [planned({ part, path, locations: parts.places.locations })];
    case "publications":
      return [planned({ part, path, onlineStore: parts.places.onlineStore })];
    case "translations": {
      const columns = { locales: parts.locales, metafields: columnsOf(metafields) };
      return stretches.map((stretch) => planned({ part, path, stretch, columns }));
    }
    case "prices":
      return stretches.map((stretch) => planned({ part, path, stretch, countries: parts.countries.get(query) ?? [] }));
    default:
      return part satisfies never;
  }
}

function columnsOf(metafields: readonly FoundMetafield[]): ReadonlyMap<string, string> {
  return new Map(metafields.flatMap((found) => (found.column === null ? [] : [[identityText(found), found.column] as const])));
}
