import type { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import type { FeedId } from "../../kernel/ids.ts";
import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { FeedCurrency, FeedRow, FeedVersion } from "../feeds/index.ts";
import type { LookupTable } from "../lookups/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import type { ShopChange } from "../operation.ts";
import type { CandidateCells } from "../transforms/index.ts";

/**
 * A section of a feed's definition, as data. Single edits, previews, documents, dry runs and restores all go through these hooks, so none
 * of them has a rule of its own about a section. `src/features/config/sections.ts` lists the sections.
 */
export type Section<Value, Shape extends z.ZodType = z.ZodType> = DocumentSection<Value, Shape> | EditedSection<Value>;

/** What a section is, and what it shall be. A section of many parts may name only those that an edit is about. */
export interface Change<Value> {
  readonly before: Value;
  readonly after: Value;
}

interface AnySection<Value> {
  /** What documents and plans call it. */
  readonly name: string;
  /** Whether a change starts a run; otherwise the feed's next run follows it. */
  readonly startsRun: boolean;
  readonly bounds: readonly Bound<Value>[];
  /** Whether a change would change nothing. */
  same(change: Change<Value>): boolean;
  /** Stores what differs. The feed's lock is held. */
  store(call: ShopChange, change: Stored<Value>): Promise<void>;
  /** Emits what subscribers are told of a change, once it is stored. */
  events(call: ShopChange, change: Stored<Value>): Promise<void>;
}

/** A section that can only be edited by itself: no document, version or dry run has it. */
export interface EditedSection<Value> extends AnySection<Value> {
  /** `summary`: a version says that it changed. `none`: there is no version, but what was computed of the feed is out of date. */
  readonly kept: "summary" | "none";
}

/** A section that documents and versions hold. */
export interface DocumentSection<Value, Shape extends z.ZodType = z.ZodType> extends AnySection<Value> {
  readonly kept: "document";
  /** One of its parts, and several: `1 mapping`, `3 mappings`. */
  readonly parts: readonly [one: string, several: string];
  /** Whether summaries tell apart what happens to its parts (`2 rules added, 1 changed`) or only count them. */
  readonly summarisedBy: "action" | "count";
  /** A plan lists no more of its differences. */
  readonly listedMax: number;
  /** How documents show it. */
  readonly shape: Shape;
  /** How the reference says that it's written. `read` is what judges it. */
  readonly written: { readonly type: "object" | "array"; readonly items?: "string" | "object"; readonly description: string };
  /** Whether other sections name what it declares: then it is read before them. */
  readonly declaresNames: boolean;
  load(shop: ShopDb, feed: FeedRow): Promise<Value>;
  /** The section as a version of the feed has it. */
  loadVersion(shop: ShopDb, version: FeedVersion, present: Value): Promise<Value>;
  show(value: Value): z.input<Shape>;
  /** Reads what a document says. Pure, because a large document is read in a thread of its own. What stays as it is stored is no fault. */
  read(written: unknown, reading: Reading<Value>): Read<Value>;
  /** What a change does, part by part. `feeds`: the feed as it is, and with all sections of the change. */
  describe(change: Change<Value>, feeds: Change<FeedRow>): readonly Difference[];
  /** Takes one change back and leaves all later ones. */
  revert(states: States<Value>, columns: SourceColumns): Reverted<Value>;
  /** The feed as it would be. */
  draft(draft: Draft, change: Change<Value>): Draft;
}

/** A section before a change, as the change left it, and now. */
export interface States<Value> {
  readonly before: Value;
  readonly after: Value;
  readonly now: Value;
}

export interface Reverted<Value> {
  readonly value: Value;
  /** What the change touched and somebody has changed since, in words. The value holds only where there is none. */
  readonly conflicts: readonly string[];
}

/** The most a feed may have of something. Sections that share a bound call it by the same name. */
export interface Bound<Value> {
  readonly name: string;
  readonly max: number;
  readonly message: (total: number) => string;
  /** How much of it the section takes. */
  of(value: Value): number;
  /** How much the feed takes besides `before`: by what `before` doesn't name, and by other sections. */
  rest(shop: ShopDb, feed: FeedRow, before: Value): Promise<number>;
}

export interface Stored<Value> extends Change<Value> {
  readonly feedId: FeedId;
  /** The version of the feed that the change makes. */
  readonly version: number;
}

/** What a section of a document is read against: plain data. */
export interface Reading<Value> {
  readonly before: Value;
  /** The feed as it is, and as the sections read so far leave it. */
  readonly feed: FeedRow;
  readonly outline: FeedRow;
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
  readonly currency: FeedCurrency | null;
}

export interface Read<Value> {
  /** What can be read of it. Holds only where nothing is at fault. */
  readonly value: Value;
  /** With pointers from the document's root. */
  readonly faults: readonly ErrorDetail[];
  /** Regular expressions that are new. */
  readonly patterns: readonly WrittenPattern[];
}

/** A regular expression for DuckDB to judge, and the fault if it is none. */
export interface WrittenPattern extends Pick<ErrorDetail, "param" | "code"> {
  readonly pattern: string;
}

export interface Difference {
  readonly action: "added" | "removed" | "changed" | "moved";
  /** JSON Pointer into the document as it would be; of what is removed, as it is. */
  readonly path: string;
  /** The rule it is about, where there is one already. */
  readonly ruleId: string | null;
  readonly summary: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A feed as it would be. */
export interface Draft {
  readonly feed: FeedRow;
  /** The rules that would run; null: those that do. Each has an id of its own. */
  readonly rules: readonly { readonly id: number; readonly definition: unknown }[] | null;
  /** What its cells would be, where they would be others. */
  readonly cells: CandidateCells | null;
}

/** A section with a change of it, whatever its values are. */
export interface SectionChange extends Change<unknown> {
  readonly section: Section<unknown>;
}

export function changeOf<Value>(section: Section<Value>, change: Change<Value>): SectionChange {
  return { section, ...change };
}

export function defineDocumentSection<Value, Shape extends z.ZodType>(
  section: Omit<DocumentSection<Value, Shape>, "kept">,
): DocumentSection<Value, Shape> {
  return Object.freeze({ kept: "document", ...section });
}

export function defineEditedSection<Value>(section: EditedSection<Value>): EditedSection<Value> {
  return Object.freeze(section);
}
