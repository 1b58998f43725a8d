import fc from "fast-check";
import { z } from "zod";
import { RULE_TYPES } from "../../src/engine/rules/rule-types.ts";
import type { AnyOperation } from "../../src/features/operation.ts";
import { OPERATIONS } from "../../src/features/operations.ts";
import { branded, members } from "../../src/kernel/unsafe.ts";
import type { Exchange } from "./exchange.ts";
import { type Change, change, changed, fromSchema, HEADERS, HUGE_NUMBER, oddText, RAW_BODIES, TAILS } from "./odd-values.ts";
import { requestOf, rightKey, type Sample } from "./sample.ts";
import { SAMPLES } from "./samples.ts";
import type { Belongings, Scene } from "./scene.ts";

/** Random requests, out of what the operations say of themselves; each is data until it is sent, so a seed gives the same ones again. */

type Body =
  | { readonly kind: "sample" }
  | { readonly kind: "schema"; readonly value: unknown }
  | { readonly kind: "rule"; readonly value: unknown }
  | { readonly kind: "raw"; readonly text: string };

export interface FuzzRequest {
  readonly operation: AnyOperation;
  readonly whose: "own" | "fresh" | "stranger" | "nobody" | "odd";
  /** Of the caller. */
  readonly key: "right" | "none" | "merchant" | "organization" | "admin";
  readonly oddId: string;
  readonly query: Readonly<Record<string, string>>;
  readonly tail: string;
  readonly body: Body;
  readonly changes: readonly Change[];
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly method: string | null;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];

function queryOf({ query }: AnyOperation): fc.Arbitrary<Readonly<Record<string, string>>> {
  const named = Object.keys(query?.shape ?? {});
  const value = fc.oneof(
    fc.constantFrom("1", "2", "true", "false", "title", "price", "desc", "asc", "new", "full", "set_value", "available", "pending"),
    oddText,
  );
  return fc.dictionary(fc.constantFrom("surprise", ...named, ...named, ...named), value, { maxKeys: 3 });
}

function bodyOf({ body, http }: AnyOperation): fc.Arbitrary<Body> {
  if (http.method === "GET") return fc.constant({ kind: "sample" });
  const schema =
    body === null ? {} : branded<Readonly<Record<string, unknown>>>(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }));
  const rule = fc.constantFrom(...RULE_TYPES.map(({ example }) => example));
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant<Body>({ kind: "sample" }) },
    { weight: 4, arbitrary: fromSchema(schema).map((value): Body => ({ kind: "schema", value })) },
    {
      weight: members(schema["properties"])["rule"] === undefined && http.path !== "/feeds/{id}/config" ? 0 : 4,
      arbitrary: rule.map((value): Body => ({ kind: "rule", value })),
    },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES).map((text): Body => ({ kind: "raw", text })) },
  );
}

function requestsOf(operation: AnyOperation): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    operation: fc.constant(operation),
    whose: fc.constantFrom("own", "own", "own", "own", "own", "own", "own", "fresh", "stranger", "nobody", "odd"),
    key: fc.oneof(
      { weight: 12, arbitrary: fc.constant("right") },
      { weight: 1, arbitrary: fc.constantFrom("none", "merchant", "organization", "admin") },
    ),
    oddId: oddText,
    query: fc.oneof(
      { weight: operation.http.method === "GET" ? 1 : 5, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: queryOf(operation) },
    ),
    tail: fc.oneof({ weight: 8, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom(...TAILS) }),
    body: bodyOf(operation),
    changes: fc.array(change, { maxLength: 3 }),
    headers: fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constantFrom(...HEADERS) }),
    method: fc.oneof({ weight: 20, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) }),
  });
}

export const fuzzRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(...OPERATIONS.map(requestsOf));

/** As it is sent to this service. */
export async function exchangeOf(scene: Scene, request: FuzzRequest): Promise<Exchange> {
  const { operation, query, tail, headers, method } = request;
  const sample = SAMPLES[operation.name] ?? {};
  const { merchantKey, agencyKey } = scene.own;
  const keys = { right: rightKey(scene, operation), none: null, merchant: merchantKey, organization: agencyKey, admin: scene.adminKey };
  const wanted = requestOf(operation, {
    key: keys[request.key],
    params: await paramsOf(scene, sample, request),
    query: {
      ...finite(operation),
      ...(request.whose === "own" ? { ...sample.query?.(scene.own), ...wellFormed(query) } : wellFormed(query)),
    },
    body: bodyText(scene, sample, request),
    ...(method === null ? {} : { method }),
  });
  const target = wanted.target.includes("?") ? `${wanted.target}${tail.replace("?", "&")}` : `${wanted.target}${tail}`;
  return { ...wanted, target, headers: { ...wanted.headers, ...headers } };
}

/** A stream has no end of its own. */
const finite = ({ answersAs }: AnyOperation): FuzzRequest["query"] => (answersAs === "text/event-stream" ? { seconds: "0" } : {});

/** Half a surrogate pair cannot be sent in a URL. */
function wellFormed(query: FuzzRequest["query"]): FuzzRequest["query"] {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, shortened(value)]));
}

/** Longer texts would meet the bound of the headers each time; one of the tails does that. */
const URL_TEXT_MAX = 1_000;
const shortened = (text: string): string => text.slice(0, URL_TEXT_MAX).toWellFormed();

async function paramsOf(
  scene: Scene,
  sample: Sample,
  { operation, whose, oddId, method }: FuzzRequest,
): Promise<Readonly<Record<string, string>>> {
  const pathOf = (of: Belongings) => sample.path?.(of) ?? {};
  switch (isHarmless(operation, sample, { whose, method }) ? whose : "nobody") {
    case "odd":
      return Object.fromEntries(Object.keys(pathOf(scene.nobody)).map((name) => [name, `${shortened(oddId)}odd`]));
    case "own":
      return pathOf(scene.own);
    case "fresh":
      return { ...pathOf(scene.own), ...(await sample.fresh?.(scene)) };
    case "stranger":
      return pathOf(scene.stranger);
    default:
      return pathOf(scene.nobody);
  }
}

/** Whether what all other requests need is still there afterwards. Another method may be another operation's. */
function isHarmless(operation: AnyOperation, { fresh }: Sample, { whose, method }: Pick<FuzzRequest, "whose" | "method">): boolean {
  if (method !== null) return false;
  if (whose === "own") return operation.effect === "read" || fresh === undefined;
  return whose !== "stranger" || operation.keyKind !== "admin";
}

function bodyText(scene: Scene, sample: Sample, { operation, body, changes }: FuzzRequest): string | undefined {
  if (body.kind === "raw") return body.text;
  const value = bodyValue(scene, sample, { operation, body });
  if (value === undefined) return undefined;
  const text = branded<string | undefined>(JSON.stringify(changes.reduce<unknown>(changed, value)));
  // A platform that is asked for its shop would be a stranger's server.
  return text?.replaceAll(JSON.stringify(HUGE_NUMBER), "1e999").replaceAll('"shopify"', '"csv"');
}

function bodyValue(scene: Scene, sample: Sample, { operation, body }: Pick<FuzzRequest, "operation" | "body">): unknown {
  if (body.kind === "rule") return operation.http.path.endsWith("/config") ? { rules: [body.value] } : { rule: body.value };
  return body.kind === "schema" ? body.value : sample.body?.(scene);
}
