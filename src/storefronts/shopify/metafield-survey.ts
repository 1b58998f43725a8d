import {
  compareTexts,
  type FoundMetafield,
  type MetafieldIdentity,
  metafieldNames,
  OWN_NAMESPACE,
  identityText as identityOf,
  rememberedMetafields,
} from "../../engine/source/metafield-names.ts";
import type { References } from "./ask-references.ts";
import { bulkLines, type LineSource } from "./bulk-lines.ts";
import { metafieldOf, type Metafield } from "./metafield-line.ts";
import { patternBeside } from "./colour-patterns.ts";
import { isReference, type ReferenceKind, referencedIds, referenceKind } from "./metafield-references.ts";

/** Names of metafields that become source columns where nobody has said which; a shop has a few dozen. */
const COLUMNS_MAX = 200;
/** Objects that metafields point at whose names are asked for: 250 requests. A shop with more has lists of related products. */
const REFERENCES_MAX = 50_000;

export interface SurveyTerms {
  /** The metafields to take; null: all there are. */
  readonly wanted: readonly MetafieldIdentity[] | null;
  /** Those of the last snapshot, whose columns keep their names. */
  readonly known: readonly FoundMetafield[];
  /** What the access token may not read. */
  readonly hidden: readonly ReferenceKind[];
}

export interface MetafieldSurvey {
  /** Source columns, in their order. */
  readonly columns: readonly string[];
  readonly metafields: readonly FoundMetafield[];
  readonly references: References;
  /** `namespace.key` of those left out because the token may not read what they point at, by kind. */
  readonly hidden: ReadonlyMap<ReferenceKind, readonly string[]>;
}

interface Counted {
  readonly metafield: MetafieldIdentity;
  count: number;
}

type CountedMetafields = ReadonlyMap<string, Counted>;

/** Which metafields there are, which of them are taken, and what those point at. A column's name depends on which others there are, so all are looked at first. */
export async function surveyMetafields(source: LineSource, terms: SurveyTerms): Promise<MetafieldSurvey> {
  const listed = terms.wanted === null ? null : new Set(terms.wanted.map(identityOf));
  const isTaken = (metafield: MetafieldIdentity): boolean =>
    listed === null || [metafield, patternBeside(metafield)].some((one) => one !== undefined && listed.has(identityOf(one)));
  const found = new Map<string, Counted>();
  const gathered = gatherReferences(source, terms.hidden);
  for await (const lines of bulkLines(source)) {
    for (const line of lines) {
      const metafield = metafieldOf(line);
      if (metafield === undefined) continue;
      if (isReference(metafield.type) && !gathered.take(metafield, isTaken(metafield))) continue;
      countIn(found, metafield);
      const pattern = isReference(metafield.type) ? patternBeside(metafield) : undefined;
      if (pattern !== undefined) countIn(found, pattern);
    }
  }
  const columns = columnsOf(terms.wanted ?? mostUsed(found, terms.known, source), terms.wanted === null ? terms.known : []);
  const metafields = metafieldsOf(found, terms.wanted ?? [], columns);
  return { columns: [...columns.values()], metafields, references: gathered.references(), hidden: gathered.hidden() };
}

function countIn(found: Map<string, Counted>, { level, namespace, key }: MetafieldIdentity): void {
  const identity = identityOf({ level, namespace, key });
  const known = found.get(identity);
  if (known !== undefined) known.count += 1;
  else found.set(identity, { metafield: { level, namespace, key }, count: 1 });
}

/** What metafields point at, as far as it can be named. */
function gatherReferences({ repairs }: LineSource, hidden: readonly ReferenceKind[]) {
  const ids = new Map<ReferenceKind, Set<string>>();
  const unread = new Map<ReferenceKind, Set<string>>();
  let asked = 0;
  const gather = (kind: ReferenceKind, id: string): void => {
    const known = ids.get(kind) ?? new Set();
    ids.set(kind, known);
    if (known.has(id)) return;
    if (asked === REFERENCES_MAX) return repairs.count("references_left_out");
    known.add(id);
    asked += 1;
  };
  return {
    /** Answers whether the metafield can have a text. */
    take({ type, value, namespace, key }: Metafield, isTaken: boolean): boolean {
      const kind = referenceKind(type);
      if (kind === undefined) return false;
      const isHidden = hidden.includes(kind);
      if (isHidden && isTaken) unread.set(kind, (unread.get(kind) ?? new Set()).add(`${namespace}.${key}`));
      if (!isHidden && isTaken) for (const id of referencedIds(type, value)) gather(kind, id);
      return !isHidden;
    },
    references: (): References => new Map([...ids].map(([kind, of]) => [kind, [...of]])),
    hidden: (): MetafieldSurvey["hidden"] => new Map([...unread].map(([kind, of]) => [kind, [...of].toSorted(compareTexts)])),
  };
}

/**
 * Those that had a column before, then the most used. In the order of level, namespace and key; a merchant's own namespace comes first and
 * so has the plain names.
 */
function mostUsed(found: CountedMetafields, known: readonly FoundMetafield[], { repairs }: LineSource): readonly MetafieldIdentity[] {
  const had = new Set(known.filter(({ column }) => column !== null).map(identityOf));
  const byUse = [...found].toSorted(
    ([one, { count }], [other, { count: otherCount }]) =>
      Number(had.has(other)) - Number(had.has(one)) || otherCount - count || compareTexts(one, other),
  );
  if (byUse.length > COLUMNS_MAX) repairs.count("metafields_left_out", byUse.length - COLUMNS_MAX);
  return orderedMetafields(byUse.slice(0, COLUMNS_MAX).map(([, { metafield }]) => metafield));
}

/** In the order of their columns where no merchant has chosen any. */
export function orderedMetafields<Named extends MetafieldIdentity>(metafields: readonly Named[]): readonly Named[] {
  return metafields.toSorted((one, other) => compareTexts(orderOf(one), orderOf(other)));
}

/** By identity, each once, in the order given. A name that another metafield had before is not taken from it, whether it is still there or not. */
function columnsOf(taken: readonly MetafieldIdentity[], known: readonly FoundMetafield[]): ReadonlyMap<string, string> {
  const before = new Map(known.flatMap((metafield) => (metafield.column === null ? [] : [[identityOf(metafield), metafield.column]])));
  const name = metafieldNames(before.values());
  const once = new Map(taken.map((metafield) => [identityOf(metafield), metafield]));
  return new Map([...once].map(([identity, metafield]) => [identity, before.get(identity) ?? name(metafield)]));
}

/** What was wanted is told of even where no product has it. */
function metafieldsOf(
  found: CountedMetafields,
  wanted: readonly MetafieldIdentity[],
  columns: ReadonlyMap<string, string>,
): readonly FoundMetafield[] {
  const lacking = wanted.filter((metafield) => !found.has(identityOf(metafield))).map((metafield) => ({ metafield, count: 0 }));
  return rememberedMetafields(
    [...found.values(), ...lacking].map(({ metafield: { level, namespace, key }, count }) => ({
      level,
      namespace,
      key,
      column: columns.get(identityOf({ level, namespace, key })) ?? null,
      owners: count,
    })),
  );
}

function orderOf({ level, namespace, key }: MetafieldIdentity): string {
  return [level, namespace === OWN_NAMESPACE ? "" : namespace, key].join("\u0000");
}
