import type { Sql } from "../../kernel/sql.ts";
import { name } from "../sql/fragment.ts";
import type { AttributeSource } from "./attribute.ts";

export type Severity = "error" | "warning" | "info";

export type FindingCategory =
  | "required"
  | "identifiers"
  | "titles"
  | "descriptions"
  | "links"
  | "images"
  | "prices"
  | "availability"
  | "categories"
  | "apparel"
  | "variants"
  | "shipping"
  | "values"
  | "feed";

/** Body for `POST /feeds/{id}/rules` that clears a finding. */
export type SuggestedRule = Readonly<Record<string, unknown>>;

interface CheckFacts {
  readonly code: string;
  readonly category: FindingCategory;
  readonly severity: Severity;
  /** The channel's attribute; null: the row or feed as a whole. With the code it identifies a check within a channel. */
  readonly field: string | null;
  /** What is wrong, as one sentence. */
  readonly message: string;
  /** What a merchant can do, as one or two sentences. */
  readonly whatToDo: string;
  readonly source: AttributeSource | null;
  readonly rule?: SuggestedRule;
  /** The text samples show; not set: the field's. */
  readonly value?: Sql;
}

/** Looks at one row. */
export interface RowCheck extends CheckFacts {
  readonly kind: "row";
  /**
   * Over `rows.parquet`; NULL counts as false. Parts joined by AND are computed in order, each only for the rows that passed those before. If several checks
   * begin with the same part, it's computed once for all of them, and for every row.
   */
  readonly when: Sql;
  /** Over `rows.parquet`: what `when` reads as `GIVEN`. For what is long and several checks mention, because each mention of it would be planned. */
  readonly given?: Sql;
}

export const GIVEN = name("given");

/** Looks at rows with the same key; every row of a group that fails is affected. */
export interface GroupCheck extends CheckFacts {
  readonly kind: "group";
  /** Rows that are looked at. */
  readonly among: Sql;
  readonly key: Sql;
  /** Over the rows of a key: aggregates. */
  readonly having: Sql;
  /** Which rows of a failing group are affected; not set: all that were looked at. */
  readonly affected?: Sql;
}

export interface RunFacts {
  readonly rows: number;
  /** Rows of the run that was live before; null: there was none. */
  readonly rowsBefore: number | null;
  /** Bytes of the channel's file; null in previews. */
  readonly bytes: number | null;
  /** Attribute names in the file. */
  readonly header: readonly string[];
}

/** Looks at the run as a whole. */
export interface FeedCheck extends CheckFacts {
  readonly kind: "feed";
  /** How many rows are affected, 0 for none but the feed itself; undefined: nothing is wrong. */
  readonly affectedBy: (facts: RunFacts) => number | undefined;
}

export type Check = RowCheck | GroupCheck | FeedCheck;
