import fc from "fast-check";
import { branded, entriesOf, members } from "../../src/kernel/unsafe.ts";

/** What nobody sends who means well: values, texts and headers that have broken servers before. */

const KIBIBYTE = 1_024;
const MEBIBYTE = 1_048_576;
const DEEP = 200;

/** Numbers beyond what JavaScript holds are put into the text, where this stands. */
export const HUGE_NUMBER = "\u0001huge\u0001";

const TEXTS: readonly string[] = [
  ...[
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udfff x",
    "\u200f\u202e",
    "\u{1F9E3}\u{1F1E9}\u{1F1EA}",
    "e\u0301",
    "\ufeff",
    "\u2028",
    "%",
    "_",
    "\\",
    "'",
    '"',
    "''",
  ],
  ...[
    "'; drop table shops; --",
    "${7*7}",
    "{{x}}",
    "<script>",
    "../../etc/passwd",
    "http://127.0.0.1/",
    "((a+)+)+$",
    "(?=",
    "[",
    "*",
    "=1/0",
    "=[D]title & ",
    "=lookup(",
  ],
  ...[
    "null",
    "true",
    "-0",
    "1e999",
    "NaN",
    "0x10",
    "9".repeat(30),
    "-1",
    "2026-13-45T99:99:99Z",
    "svc_live_sk_",
    "feed_1",
    "prod_9007199254740993",
    "__proto__",
    "constructor",
  ],
  ...["x".repeat(KIBIBYTE), "é".repeat(20 * KIBIBYTE), "(".repeat(2 * KIBIBYTE), "a,".repeat(10 * KIBIBYTE)],
];

const NUMBERS = [0, -0, -1, 1.5, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21];

function nested(depth: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const STRUCTURES: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], [null], { a: 1 }, { __proto__: null, toString: "x", hasOwnProperty: 1, length: -1 }],
  ...[
    nested(DEEP),
    Array.from({ length: 1_000 }, (_, at) => at),
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`m${at}`, at])),
  ],
];

export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
);

const oddNumber = fc.oneof(fc.constantFrom(...NUMBERS), fc.double(), fc.constant(HUGE_NUMBER));

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 3, arbitrary: fc.constantFrom(...STRUCTURES) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** A schema as zod writes it for JSON. */
type Schema = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 5;

/** Values that a schema takes, as far as it says; every now and then one that it does not. */
export function fromSchema(schema: Schema, root: Schema = schema, depth = 0): fc.Arbitrary<unknown> {
  const valid = depth > DEPTH_MAX ? fc.constant(null) : validValue(schema, root, depth);
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: oddValue });
}

function validValue(schema: Schema, root: Schema, depth: number): fc.Arbitrary<unknown> {
  const { $ref: ref, const: constant, enum: choices, type } = schema;
  if (typeof ref === "string") return fromSchema(members(members(root["$defs"])[ref.replace("#/$defs/", "")]), root, depth + 1);
  if (constant !== undefined) return fc.constant(constant);
  if (Array.isArray(choices)) return fc.constantFrom(...branded<unknown[]>(choices));
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) return fc.oneof(...branches.map((branch) => fromSchema(members(branch), root, depth + 1)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => typedValue(String(one), schema, { root, depth })));
  return typedValue(String(type), schema, { root, depth });
}

function typedValue(
  type: string,
  schema: Schema,
  { root, depth }: { readonly root: Schema; readonly depth: number },
): fc.Arbitrary<unknown> {
  const { examples, items, additionalProperties } = schema;
  if (type === "string")
    return fc.oneof(fc.constantFrom<unknown>("x", ...(Array.isArray(examples) ? branded<unknown[]>(examples) : [])), oddText);
  if (type === "integer") return fc.integer({ min: -1, max: 10_000 });
  if (type === "number") return fc.oneof(fc.integer(), fc.double());
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return fc.array(fromSchema(members(items), root, depth + 1), { maxLength: 4 });
  if (type !== "object") return oddValue;
  const named = entriesOf(members(schema["properties"])).map(
    ([name, member]) => [name, fromSchema(members(member), root, depth + 1)] as const,
  );
  const known = fc.record(Object.fromEntries(named), { requiredKeys: branded<string[]>(schema["required"] ?? []) });
  if (additionalProperties === false || additionalProperties === undefined) return known;
  const others = fc.dictionary(oddText, fromSchema(members(additionalProperties), root, depth + 1), { maxKeys: 3 });
  return fc.tuple(known, others).map(([some, more]) => ({ ...more, ...some }));
}

/** What is done to a value that would be fine: somewhere in it stands something else, or it is not there. */
export interface Change {
  /** Which of the places of the value, counted round. */
  readonly place: number;
  readonly how: "replace" | "remove" | "add" | "double" | "wrap";
  readonly value: unknown;
  readonly name: string;
}

export const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(1_000),
  how: fc.constantFrom("replace", "replace", "replace", "remove", "add", "double", "wrap"),
  value: oddValue,
  name: fc.oneof(oddText, fc.constantFrom("__proto__", "constructor", "object", "id", "type")),
});

export function changed(value: unknown, { place, how, value: odd, name }: Change): unknown {
  const copy: unknown = structuredClone({ root: value });
  const places = placesOf(copy);
  const [holder, key] = places[place % places.length] ?? [members(copy), "root"];
  const holding = branded<Record<string, unknown>>(holder);
  const present = holding[key];
  if (how === "remove") delete holding[key];
  if (how === "replace") holding[key] = odd;
  if (how === "double") holding[key] = [present, present];
  if (how === "wrap") holding[key] = { [name]: present };
  if (how === "add")
    Object.defineProperty(typeof present === "object" && present !== null ? present : holding, name, { value: odd, enumerable: true });
  return members(copy)["root"];
}

function placesOf(value: unknown): readonly (readonly [holder: unknown, key: string])[] {
  return Object.keys(members(value)).flatMap((key) => [[value, key] as const, ...placesOf(members(value)[key])]);
}

export const HEADERS: readonly Readonly<Record<string, string | string[]>>[] = [
  ...[
    {},
    {},
    {},
    { accept: "text/xml;q=0.1" },
    { accept: "\u00ff" },
    { range: "bytes=0-0" },
    { "if-none-match": "*" },
    { "accept-encoding": "br;q=1, *;q=0" },
  ],
  ...[
    { "content-type": "application/json; charset=utf-16" },
    { "content-type": "" },
    { "content-type": "application/json;;;" },
    { "content-type": "multipart/form-data" },
  ],
  ...[
    { "content-encoding": "gzip" },
    { "x-forwarded-for": "'; drop table x,\u00ff" },
    { "x-http-method-override": "DELETE" },
    { origin: "null" },
    { cookie: "fw=\u00ff; =;" },
  ],
  ...[
    { "idempotency-key": "\u00ff" },
    { "idempotency-key": ["a", "b"] },
    { "idempotency-key": "x".repeat(64) },
    { "idempotency-key": "x".repeat(65) },
    { "idempotency-key": "'" },
  ],
  ...[
    { authorization: "Bearer" },
    { authorization: "Bearer \u00ff" },
    { authorization: "Basic Og==" },
    { authorization: `Bearer svc_live_sk_${"0".repeat(4 * KIBIBYTE)}` },
    { "x-request-id": "\u00ff".repeat(200) },
  ],
  ...[
    { upgrade: "websocket", connection: "Upgrade" },
    { te: "trailers" },
    { forwarded: "for=unknown" },
    { host: "evil.example" },
    { host: "" },
  ],
];

/** Behind the path: what a query may be besides names and values. */
export const TAILS: readonly string[] = [
  ...[
    "",
    "",
    "",
    "",
    "?",
    "?&&=&",
    "?page=-1",
    "?page=0",
    "?page=1e3",
    "?page=999999999999",
    "?per_page=101",
    "?per_page=1&per_page=2",
    "?page[]=1",
    "?page=1%00",
  ],
  ...[
    "?%",
    "?%zz=1",
    "?a=%ff",
    "?a=%c0%80",
    "?__proto__=1",
    "?constructor[prototype]=1",
    `?search=${"x".repeat(4_000)}`,
    `?search=${"x".repeat(200_000)}`,
    "?search=%25_%5C%27",
    "?sort=%22%3B--",
    "?order=sideways",
    "?shop_id=-1",
  ],
  ...[
    "?shop_id=1&shop_id=2",
    "?shop_id=%00",
    "/",
    "//",
    "/..",
    "/%2e%2e",
    "%2f",
    ";a=b",
    "?#",
    "?expected_version=-1",
    "?expected_version=999999999999999999999",
    "?dry_run=maybe",
    "?feed_id=",
  ],
];

/** Bodies that are no JSON, or more of it than anybody needs. */
export const RAW_BODIES: readonly string[] = [
  ...[
    "",
    " ",
    "{",
    "}",
    "[]",
    "null",
    "1",
    '"x"',
    "{}{}",
    '{"a":}',
    '{"a":1,"a":2}',
    '{"name":"a","name":"b"}',
    '{"__proto__":{"admin":true}}',
    '{"a":1e999}',
    '{"a":-0}',
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
  ],
  ...[
    "[".repeat(5_000),
    `${"[".repeat(5_000)}${"]".repeat(5_000)}`,
    `{"a":`.repeat(2_000),
    `{"name":"${"x".repeat(MEBIBYTE - 20)}"}`,
    `{"name":"${"x".repeat(MEBIBYTE)}"}`,
    "\u0000",
    "\ufeff{}",
    "\r\n\r\n",
  ],
];
