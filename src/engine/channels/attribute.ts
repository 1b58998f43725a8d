/** A word as people write it: with spaces for its underscores, or the other way round. */
export function alike(word: string): readonly string[] {
  return [...new Set([word, word.replaceAll("_", " "), word.replaceAll(" ", "_")])];
}

/** What kind of value an attribute takes; checks and renderers follow from it. */
export type AttributeType =
  | "text"
  | "url"
  /** Several, separated by commas. */
  | "urls"
  | "list"
  | "price"
  | "number"
  | "integer"
  | "boolean"
  | "enum"
  | "date"
  /** Start and end, separated by a slash. */
  | "date_range"
  | "gtin"
  | "category"
  /** A number and a unit. */
  | "measure"
  /** Parts separated by colons, several groups by commas. */
  | "group";

const LISTS: readonly AttributeType[] = ["urls", "list", "gtin"];

/** Whether a value may be several, separated by commas, that have no parts. */
export const isList = (type: AttributeType): boolean => LISTS.includes(type);

/** What a channel does with a value past its limit: `cut`, so we cut it at a word boundary; `refuse`, so it's sent as it is and a finding says so. */
export type TooLong = "cut" | "refuse";

/** One attribute of a channel, as data. Renderers, checks, the API and the reference pages read this and nothing else. */
export interface ChannelAttribute {
  /** Header or element name in the channel's file. */
  readonly name: string;
  /** Feed column whose value it takes unless a column of its own name has one; null: only a column of its own name. */
  readonly from: string | null;
  readonly requirement: "required" | "conditional" | "optional";
  /** When a conditional attribute is required, in words. */
  readonly condition: string | null;
  readonly type: AttributeType;
  /** Unicode code points; of each item where there are several. */
  readonly maxLength: number | null;
  readonly tooLong: TooLong;
  readonly maxItems: number | null;
  readonly minItems: number | null;
  /** Least and most a number may be. */
  readonly range: readonly [least: number, most: number] | null;
  /** What the text, or each item, has to look like. */
  readonly form: ValueForm | null;
  /** In the channel's spelling. */
  readonly allowedValues: readonly string[] | null;
  /** The channel's spelling of canonical values, where it differs. */
  readonly spellings: Readonly<Record<string, string>>;
  /** Units a measure may have. */
  readonly units: readonly string[] | null;
  /** Names of a group's parts in their order. XML nests them. */
  readonly parts: readonly string[] | null;
  /** What is percent-encoded in its addresses: spaces; or `;` and `|` too, which part addresses on some channels; or all that isn't ASCII, but for the host, which then has its ASCII form. */
  readonly encodes: "spaces" | "separators" | "non_ascii";
  readonly notes: string;
  readonly source: AttributeSource;
}

export interface ValueForm {
  readonly pattern: string;
  /** The same in words, behind "isn't". */
  readonly words: string;
}

export interface AttributeSource {
  readonly document: string;
  /** ISO date on which the fact was read there. */
  readonly date: string;
}

/** An attribute as it's written in a table: what isn't said has the usual value. */
export type AttributeSpec = Pick<ChannelAttribute, "name" | "type"> & Partial<Omit<ChannelAttribute, "name" | "type">>;

/** A channel's table. `source` holds for all attributes that name none of their own. `from` is the attribute's own name if that's a feed column. */
export function attributeTable(
  source: AttributeSource,
  feedColumns: ReadonlySet<string>,
  specs: readonly AttributeSpec[],
): readonly ChannelAttribute[] {
  return Object.freeze(
    specs.map((spec) =>
      Object.freeze({
        from: feedColumns.has(spec.name) ? spec.name : null,
        requirement: "optional",
        condition: null,
        maxLength: null,
        tooLong: "refuse",
        maxItems: null,
        minItems: null,
        range: null,
        form: null,
        allowedValues: null,
        spellings: {},
        units: null,
        parts: null,
        encodes: "spaces",
        notes: "",
        source,
        ...spec,
      } satisfies ChannelAttribute),
    ),
  );
}
