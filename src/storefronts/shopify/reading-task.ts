import type { FoundMetafield } from "../../engine/source/metafield-names.ts";
import { BUNDLE } from "../../engine/source/source-columns.ts";
import type { RawSink } from "../storefront-port.ts";
import { bulkLines, type LineSource, type Stretch } from "./bulk-lines.ts";
import { type CoreRecord, type CoreShop, createCoreReader } from "./core-lines.ts";
import { handInventory } from "./inventory-part.ts";
import type { AskedCountry } from "./market-documents.ts";
import { handMarketPrices } from "./market-price-part.ts";
import { handMetafields, type NamedMetafields } from "./metafield-part.ts";
import { type MetafieldSurvey, surveyMetafields, type SurveyTerms } from "./metafield-survey.ts";
import { PART_WORDS } from "./part-words.ts";
import { handPublications } from "./publication-part.ts";
import type { Repairs } from "./repairs.ts";
import { handTranslations, type TranslatedColumns } from "./translation-part.ts";

/** A part's file, or a stretch of it, to be turned into records. Plain data: it may go to another thread. */
export type ReadingTask = { readonly path: string } & (
  | { readonly part: "core"; readonly stretch: Stretch; readonly shop: CoreShop }
  /** Looked at as a whole first, so that it is known what has to be named. */
  | ({ readonly part: "metafields"; readonly step: "survey" } & SurveyTerms)
  | ({ readonly part: "metafields"; readonly step: "hand" } & NamedMetafields)
  /** Names of locations by id. */
  | { readonly part: "inventory"; readonly locations: ReadonlyMap<string, string> }
  | { readonly part: "publications"; readonly onlineStore: string | null }
  | { readonly part: "translations"; readonly stretch: Stretch; readonly columns: TranslatedColumns }
  | { readonly part: "prices"; readonly stretch: Stretch; readonly countries: readonly AskedCountry[] }
);

export interface ReadingAnswer {
  readonly products: number;
  readonly variants: number;
  /** Dynamic source columns. */
  readonly columns: readonly string[];
  readonly metafields: readonly FoundMetafield[];
  /** Of metafields that were looked at: what they point at. */
  readonly pointed: Pick<MetafieldSurvey, "references" | "hidden"> | null;
}

export interface ReadingWork {
  readonly sink: RawSink;
  readonly signal: AbortSignal;
  readonly repairs: Repairs;
}

const NOTHING: ReadingAnswer = { products: 0, variants: 0, columns: [], metafields: [], pointed: null };

export async function readTask(task: ReadingTask, { sink, signal, repairs }: ReadingWork): Promise<ReadingAnswer> {
  const source: LineSource = { path: task.path, what: PART_WORDS[task.part], signal, repairs };
  switch (task.part) {
    case "core":
      return { ...NOTHING, ...(await handCore({ ...source, stretch: task.stretch }, task.shop, sink)) };
    case "metafields":
      if (task.step === "survey") return surveyed(await surveyMetafields(source, task));
      await handMetafields(source, task, sink);
      return NOTHING;
    case "inventory":
      return { ...NOTHING, columns: await handInventory(source, task.locations, sink) };
    case "publications":
      await handPublications(source, task.onlineStore, sink);
      return NOTHING;
    case "translations":
      await handTranslations({ ...source, stretch: task.stretch }, task.columns, sink);
      return NOTHING;
    case "prices":
      await handMarketPrices({ ...source, stretch: task.stretch }, task.countries, sink);
      return NOTHING;
    default:
      return task satisfies never;
  }
}

function surveyed({ columns, metafields, references, hidden }: MetafieldSurvey): ReadingAnswer {
  return { ...NOTHING, columns, metafields, pointed: { references, hidden } };
}

async function handCore(source: LineSource & { readonly stretch: Stretch }, shop: CoreShop, sink: RawSink) {
  const reader = createCoreReader(shop, source.stretch.from);
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const record = reader.read(line);
      const room = record === undefined ? undefined : hand(sink, record);
      // A pause only when the sink asks for it: one for each of millions of records would cost more than reading them.
      if (room instanceof Promise) await room;
    }
  }
  return { products: reader.products(), variants: reader.variants(), columns: reader.hasBundles() ? [BUNDLE] : [] };
}

function hand(sink: RawSink, record: CoreRecord): Promise<unknown> | void {
  if ("variant" in record) {
    const room = sink.variant(record.variant);
    return record.facts.length === 0 ? room : roomOf([room, ...record.facts.map((fact) => sink.fact(fact))]);
  }
  if ("facts" in record) return roomOf(record.facts.map((fact) => sink.fact(fact)));
  if (!("product" in record)) return sink.image(record.image);
  return roomOf([sink.product(record.product), record.image === null ? undefined : sink.image(record.image)]);
}

function roomOf(rooms: readonly unknown[]): Promise<unknown> | undefined {
  const waits = rooms.filter((room) => room instanceof Promise);
  return waits.length === 0 ? undefined : Promise.all(waits);
}
