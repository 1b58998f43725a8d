import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { testShop, type TestShop } from "../../../test/harness/shop-fixture.ts";
import { createKey } from "../../features/keys/index.ts";
import { adminWrite, organizationWrite, write } from "../../features/operation.ts";
import { insertActiveConnection, insertOrganization } from "../../features/organizations/index.ts";
import type { ErrorCode } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import type { ShopId } from "../../kernel/ids.ts";
import type { KeyKind } from "../../kernel/scopes.ts";
import { expectError, httpFront, type HttpFront, NO_LIMITS } from "./http-front.suite.ts";

/** Operations of each kind of key, alike in every way in which a request of them can be at fault. */
const ALIKE = {
  title: "Do a thing",
  summary: "Can be asked for wrongly in every way.",
  mcp: { hidden: "a test" },
  path: z.strictObject({ id: z.string() }),
  query: z.strictObject({ loud: z.enum(["yes", "no"]).optional() }),
  body: z.strictObject({ kind: z.enum(["short", "long"]), name: z.string() }),
  memberCodes: { kind: "invalid_param" },
  output: dataOf(z.string()),
  errors: ["resource_not_found", "invalid_param"],
  audit: "wrong.done",
} as const;
const named = async (call: { fail(code: "resource_not_found"): never }, { id }: { readonly id: string }) =>
  id === "known" ? id : call.fail("resource_not_found");
const run = () => Promise.resolve({ data: "done" });
const httpOf = (kind: KeyKind) => ({ method: "PATCH", path: `/wrong/${kind}/{id}`, status: 200 }) as const;
const OPERATIONS = [
  write({ ...ALIKE, name: "wrong.merchant", scope: "write_feeds", http: httpOf("merchant"), target: named, run }),
  organizationWrite({ ...ALIKE, name: "wrong.organization", scope: "write_org", http: httpOf("organization"), target: named, run }),
  adminWrite({ ...ALIKE, name: "wrong.admin", scope: "write_admin", http: httpOf("admin"), target: named, run }),
];

/** Requests that a kind of key may make, for itself or for a shop. */
interface Road {
  /** The operation's kind. */
  readonly of: KeyKind;
  /** A key of the kind with the scope, one without it, and one of a kind that is wrong here. */
  readonly keys: { readonly full: string; readonly narrow: string; readonly foreign: string };
  /** Of the query: the right shop, and a wrong one with the code it is refused with. */
  readonly shop: string;
  readonly wrongShop: { readonly shop: string; readonly code: ErrorCode } | null;
}

let front: HttpFront;
let other: TestShop;
const roads: Record<string, Road> = {};
const ROADS = [
  "a merchant key for its shop",
  "an organization key for a shop",
  "an organization key for its organization",
  "an admin key",
] as const;

function ownerOf(kind: KeyKind, { shopId, organizationId }: { readonly shopId: ShopId; readonly organizationId: number }) {
  if (kind === "merchant") return { kind, shopId } as const;
  return kind === "organization" ? ({ kind, organizationId } as const) : ({ kind } as const);
}

beforeAll(async () => {
  front = await httpFront({ operations: OPERATIONS });
  const { db, home } = front;
  other = await testShop(db);
  const { shopId } = home.shop;
  const organizationId = await insertOrganization(db, "An agency");
  await insertActiveConnection(db, { organizationId, shopId, domain: "home.example", clientLabel: "Home" });
  const key = async (kind: KeyKind, grants: readonly string[]) =>
    (await createKey(db, { ...ownerOf(kind, { shopId, organizationId }), name: "A key", grants })).rawKey;
  const merchant = { full: await key("merchant", ["write_feeds"]), narrow: await key("merchant", ["read"]) };
  const agency = { full: await key("organization", ["write_feeds", "write_org"]), narrow: await key("organization", ["read", "read_org"]) };
  const admin = { full: await key("admin", ["write_admin"]), narrow: await key("admin", ["read_admin"]) };
  const [own, another] = [`shop_id=${shopId}`, `shop_id=${other.shop.shopId}`];
  const none = { shop: "", wrongShop: null };
  roads["a merchant key for its shop"] = {
    of: "merchant",
    keys: { ...merchant, foreign: admin.full },
    shop: own,
    wrongShop: { shop: another, code: "wrong_key_kind" },
  };
  roads["an organization key for a shop"] = {
    of: "merchant",
    keys: { ...agency, foreign: admin.full },
    shop: own,
    wrongShop: { shop: another, code: "shop_not_connected" },
  };
  roads["an organization key for its organization"] = {
    of: "organization",
    keys: { ...agency, foreign: merchant.full },
    ...none,
  };
  roads["an admin key"] = { of: "admin", keys: { ...admin, foreign: agency.full }, ...none };
});
afterAll(() => front[Symbol.asyncDispose]());

/** Everything a request can have wrong, in the order in which faults are reported. */
interface Wrong {
  readonly key?: "none" | "foreign" | "narrow";
  readonly shop?: true;
  readonly header?: true;
  readonly path?: true;
  readonly query?: true;
  readonly body?: string;
}

const GOOD = `{"kind":"short","name":"a"}`;
const UNREADABLE = "{";
const ALL_OF_IT = { shop: true, header: true, path: true, query: true, body: UNREADABLE } as const;

/** Each with all that comes after it wrong as well. */
const STEPS: readonly (readonly [ErrorCode, Wrong])[] = [
  ["unauthorized", { key: "none", ...ALL_OF_IT }],
  ["wrong_key_kind", { key: "foreign", ...ALL_OF_IT }],
  ["shop_not_connected", { key: "narrow", ...ALL_OF_IT }],
  ["insufficient_scope", { key: "narrow", header: true, path: true, query: true, body: UNREADABLE }],
  ["invalid_idempotency_key", { header: true, path: true, query: true, body: UNREADABLE }],
  ["resource_not_found", { path: true, query: true, body: UNREADABLE }],
  ["invalid_request", { query: true, body: UNREADABLE }],
  ["invalid_json", { body: UNREADABLE }],
  ["invalid_param", { body: `{"kind":"?","unknown":1}` }],
  ["validation_failed", { body: `{"kind":"short","unknown":1}` }],
];

function send(app: HttpFront, { keys, of, shop, wrongShop }: Road, { key, ...wrong }: Wrong) {
  const asked = wrong.shop === true ? (wrongShop?.shop ?? "") : shop;
  const query = [asked, wrong.query === true ? "unknown=1" : ""].filter((part) => part !== "").join("&");
  return app.send({
    method: "PATCH",
    url: `/v1/wrong/${of}/${wrong.path === true ? "unknown" : "known"}${query === "" ? "" : `?${query}`}`,
    key: key === "none" ? null : keys[key ?? "full"],
    headers: { "content-type": "application/json", ...(wrong.header === true ? { "idempotency-key": "k".repeat(65) } : {}) },
    payload: wrong.body ?? GOOD,
  });
}

describe.each(ROADS)("of the faults of a request with %s", (name) => {
  const road = (): Road => {
    const found = roads[name];
    if (found === undefined) throw new Error(`no road ${name}`);
    return found;
  };

  test.each(STEPS)("%s comes before all that follow it", async (step, wrong) => {
    // A shop can be wrong where one can be asked for; elsewhere the next step is told.
    const ofShop = road().wrongShop?.code ?? "insufficient_scope";
    const code = step === "shop_not_connected" ? ofShop : step;
    expect(expectError(await send(front, road(), wrong), code)).toMatchObject({ code });
  });

  test("none is told of one that has none", async () => {
    expect((await send(front, road(), {})).statusCode).toBe(200);
  });
});

describe("the limit of requests", () => {
  test.each(["merchant", "organization", "admin"] as const)("is told after a key that is none, and before all else: %s", async (kind) => {
    await using limited = await httpFront({ operations: OPERATIONS, rateLimits: { ...NO_LIMITS, [kind]: 1 } });
    const organizationId = await insertOrganization(limited.db, "An agency");
    const owner = ownerOf(kind, { shopId: limited.home.shop.shopId, organizationId });
    const { rawKey } = await createKey(limited.db, { ...owner, name: "A key", grants: [kind === "admin" ? "read_admin" : "read"] });
    const url = `/v1/wrong/${kind === "admin" ? "merchant" : "admin"}/unknown?unknown=1`;
    const ask = (key: string) => limited.send({ method: "PATCH", url, key, payload: UNREADABLE });
    const answers = [await ask(rawKey), await ask(rawKey), await ask("none")];
    const codes = ["wrong_key_kind", "rate_limited", "unauthorized"] as const;
    expect(answers.map((answer, at) => expectError(answer, codes[at] ?? "internal_error")["code"])).toEqual(codes);
  });
});
