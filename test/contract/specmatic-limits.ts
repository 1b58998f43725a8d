/** What Specmatic does not test, or not as widely as the document allows, each with its reason. */

/** Operations by name. */
export const EXCLUDED: Readonly<Record<string, string>> = {
  "rules.functions":
    "It answers the JSON Schemas of rules' members in a map of anything; Specmatic takes the first entry of a list there for the form of all.",
};

/** Operations that are only seen to refuse. */
export const UNREACHED: Readonly<Record<string, string>> = {
  "extracts.cancel": "An extract of four rows is over before Specmatic has started.",
  "feeds.regenerate": "The runs that the requests before it started read an older definition, so it answers 409 `run_in_progress`.",
  "rules.reorder": "It takes every rule of the feed once, and Specmatic repeats the entries of a list.",
  "feeds.set_selection": "It takes products of the shop alone, whose numbers no generator finds.",
};

/** Requests that Specmatic takes for broken, and that are not. */
export const TAKEN: readonly { readonly test: RegExp; readonly reason: string }[] = [
  { test: /mutated.* to null/, reason: "Null for an optional member of a body is the same as leaving it out." },
  {
    test: /REQUEST\.PARAMETERS\.PATH\.name is mutated/,
    reason: "Every text in a path is a text, so the name of a lookup table may be `true`.",
  },
  {
    test: /(?:PATCH|POST) \/products\/batch.* the key (?:products\.\[\]|ids\.\[\])/,
    reason: "An item of a batch that is at fault is refused by itself: in `errors` of an answer that succeeds.",
  },
];

/** Optional parameters multiply with each other's bounds, and every one beyond does so again. */
export const OPTIONAL_PARAMETERS_MAX = 2;

export const NARROWED: {
  /** By name: the values it has, or null where it is never sent. */
  readonly parameters: Readonly<Record<string, readonly string[] | null>>;
  /** By operation: a list of the body whose entries name what is there, so that they are those of the valid request. */
  readonly lists: Readonly<Record<string, string>>;
} = {
  parameters: {
    // Another shop's is refused, and the key's own is the same as none.
    shop_id: null,
    // Any version but the one the feed has is a conflict.
    expected_version: null,
    // Must name a rule type.
    rule_type: ["exclude"],
  },
  lists: { "feeds.debug_rows": "row_ids", "rules.reorder": "rule_ids", "products.restore_batch": "ids" },
};
