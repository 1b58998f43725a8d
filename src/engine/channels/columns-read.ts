import type { Sql } from "../../kernel/sql.ts";
import type { Check } from "./check.ts";

/** What a check reads of its rows: `f…` by their places, and what is carried along or computed beside the rows by its name. */
export interface ReadsOfCheck {
  /** From 0. */
  readonly places: ReadonlySet<number>;
  /** `sku` of `its_sku`. */
  readonly carried: ReadonlySet<string>;
  /** It reads something that was computed over all rows. */
  readonly asides: boolean;
}

/** What rows are given before they're checked, by what it's made from. */
export interface BesideRows {
  readonly asides: Readonly<Record<string, Sql>>;
  /** The column that the taxonomy is asked about. */
  readonly category: Sql;
}

/** Columns are the only quoted names that look like these, so the text of a check tells. A literal of such a form costs a column too many. */
const NAMES = /"(?:f([0-9]+)|its_([a-z_]+)|(category)_[a-z]+|aside_([a-z_]+))"/g;

export function columnsReadBy(check: Check, { asides, category: ofCategory }: BesideRows): ReadsOfCheck {
  const [places, carried] = [new Set<number>(), new Set<string>()];
  const seen = new Set<string>();
  let categories = false;
  const waiting = textsOf(check).map(({ text }) => text);
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    for (const [, place, source, category, aside] of text.matchAll(NAMES)) {
      if (place !== undefined) places.add(Number(place) - 1);
      if (source !== undefined) carried.add(source);
      if (category !== undefined && !categories) {
        categories = true;
        waiting.push(ofCategory.text);
      }
      if (aside === undefined || seen.has(aside)) continue;
      seen.add(aside);
      waiting.push(asides[aside]?.text ?? "");
    }
  }
  return { places, carried, asides: seen.size > 0 };
}

/** Everything a check asks of its rows. */
export function textsOf(check: Check): readonly Sql[] {
  if (check.kind === "row") return check.given === undefined ? [check.when] : [check.when, check.given];
  if (check.kind === "feed") return [];
  return [check.among, check.key, check.having, ...(check.affected === undefined ? [] : [check.affected])];
}
