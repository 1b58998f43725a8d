import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnyOperation } from "../../src/features/operation.ts";
import { OPERATIONS } from "../../src/features/operations.ts";
import { type KeyKind, type Scope, SCOPES } from "../../src/kernel/scopes.ts";
import { branded, entriesOf } from "../../src/kernel/unsafe.ts";
import { keyKindsOf } from "../../src/surfaces/http/openapi.ts";
import { expectFault, expectSuccess } from "./answers.ts";
import type { Exchanged } from "./exchange.ts";
import { notOvertaken, requestOf, rightKey, type Sample, validRequest, type Wanted } from "./sample.ts";
import { SAMPLES } from "./samples.ts";
import { type Belongings, NOBODY, type Scene } from "./scene.ts";

/** The service under test; there is one for a test file. */
let scene: Scene;

const sampleOf = ({ name }: AnyOperation): Sample => SAMPLES[name] ?? {};
const send = (operation: AnyOperation, wanted: Wanted): Promise<Exchanged> => scene.exchange(requestOf(operation, wanted));
const paramsOf = (operation: AnyOperation, of: Belongings) => sampleOf(operation).path?.(of) ?? {};
const isWrite = ({ http }: AnyOperation): boolean => http.method !== "GET";

/** An extract or a run of another test may be under way; whoever is told so waits and asks again. */
const WAITED_FOR: readonly unknown[] = ["export_in_progress", "run_in_progress", "sync_in_progress"];

const WAIT_MS = 100;

const WAITS_MAX = 300;

async function patiently(ask: () => Promise<Exchanged>): Promise<Exchanged> {
  let answer = await ask();
  for (let waits = 0; WAITED_FOR.includes(answer.code) && waits < WAITS_MAX; waits += 1) {
    await sleep(WAIT_MS);
    answer = await ask();
  }
  return answer;
}

async function succeed(operation: AnyOperation, wanted: Wanted = {}): Promise<Exchanged> {
  const sample = sampleOf(operation);
  const ask = async () => {
    const valid = await validRequest(scene, sample);
    const request = { key: rightKey(scene, operation), ...valid, ...wanted, query: { ...valid.query, ...wanted.query } };
    return patiently(() => send(operation, request));
  };
  const answer = await notOvertaken(sample, ask, ({ error }) => error);
  await sample.after?.(scene);
  return expectSuccess(operation, answer);
}

/** A request that would be fine but for one fault; it uses nothing up. */
function faulty(operation: AnyOperation, wanted: Wanted): Promise<Exchanged> {
  const { path, query, body } = sampleOf(operation);
  return send(operation, {
    key: rightKey(scene, operation),
    params: path?.(scene.own) ?? {},
    query: query?.(scene.own) ?? {},
    ...(body === undefined ? {} : { body: JSON.stringify(body(scene)) }),
    ...wanted,
  });
}

/** Whether another path of the registry has the same form and takes the method, as `/products/{id}` does for `/products/batch`. */
function overlapping({ http }: AnyOperation, method: string): boolean {
  const form = new RegExp(`^${http.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return OPERATIONS.some(
    (other) =>
      other.http.method === method &&
      (form.test(other.http.path) || new RegExp(`^${other.http.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(http.path)),
  );
}

/** One for each scope, or for several that do as well, made when it is first asked for. */
const lacking = new Map<string, Promise<string>>();

function keyWithout({ scope, alsoFor, keyKind }: AnyOperation): Promise<string> {
  const lacked = [scope, ...alsoFor];
  const known = lacking.get(lacked.join()) ?? makeKeyWithout(lacked, keyKind);
  lacking.set(lacked.join(), known);
  return known;
}

async function makeKeyWithout(lacked: readonly Scope[], kind: KeyKind): Promise<string> {
  const { ask, own, adminKey } = scene;
  const implying = lacked.map((scope) => scope.replace("read_", "write_"));
  const scopes = SCOPES.filter((one) => !lacked.includes(one) && !implying.includes(one));
  if (kind === "admin") return readingAdmin();
  const route = kind === "merchant" ? `/admin/shops/${own.shop}/keys` : `/admin/organizations/${own.organization}/keys`;
  const fitting = scopes.filter((one) => !one.endsWith("_admin") && (kind === "organization" || !one.endsWith("_org")));
  return String((await ask(adminKey, "POST", route, { scopes: fitting })).data["raw_key"]);
}

/** Of the two scopes there are, the one that does not imply the other. */
async function readingAdmin(): Promise<string> {
  return String((await scene.ask(scene.adminKey, "POST", "/admin/keys", { scopes: ["read_admin"] })).data["raw_key"]);
}

const TAKING_IDS = OPERATIONS.filter((operation) => operation.path !== null && sampleOf(operation).makes !== true);

/** Those whose path begins with something of a tenant's. */
const TENANTS_OWN = TAKING_IDS.filter(({ keyKind, http }) => keyKind !== "admin" && !http.path.startsWith("/channels/"));

/** Path and headers as a client sees them, but for what is the request's own. */
function seen({ status, headers, text }: Exchanged) {
  const { "x-request-id": requestId, date: _, ratelimit: _left, "content-length": _length, ...others } = headers;
  return { status, headers: others, text: text.replaceAll(String(requestId), "req") };
}

const REFERRING = OPERATIONS.filter((operation) => sampleOf(operation).refers !== undefined);

/** Without the keys. */
const idsOf = (tenant: Belongings): Belongings =>
  branded(Object.fromEntries(entriesOf({ ...tenant }).filter(([name]) => Object.hasOwn(NOBODY, name))));

const WRITES = OPERATIONS.filter(isWrite);

const WRITTEN_FOR_CLIENTS = ["feeds.update", "rules.create", "products.update", "keys.create", "extracts.create"];
const SHARED = OPERATIONS.filter((operation) => keyKindsOf(operation).length > 1);

const READS = OPERATIONS.filter((operation) => !isWrite(operation));

const named = (operations: readonly AnyOperation[]) => operations.map((operation) => [operation.name, operation] as const);

/**
 * What every operation promises, held for each of the registry by requests to the running service. What is refused changes nothing, so
 * those requests are sent side by side; what succeeds may change what the next one finds.
 */
export function operationRows(running: () => Scene): void {
  beforeAll(() => {
    scene = running();
  });

  test("every operation of the registry has a sample, and no other", () => {
    expect(Object.keys(SAMPLES).toSorted()).toEqual(OPERATIONS.map(({ name }) => name).toSorted());
  });

  describe.each(named(OPERATIONS))("%s", (_, operation) => {
    test("answers a valid request as its schema and status say, with the headers every answer has", async () => {
      await succeed(operation);
    });
  });

  describe.concurrent.each(named(OPERATIONS))("%s", (_, operation) => {
    test("without a key, or with one nobody has, is 401", async () => {
      for (const key of [null, "svc_live_sk_0000000000000000000000000000000000000000"]) {
        const answer = await faulty(operation, { key });
        expectFault(answer, "unauthorized");
        expect(answer.headers["www-authenticate"]).toBe("Bearer");
      }
    });

    test("with a key of the wrong kind is 403 wrong_key_kind", async () => {
      const keys = { merchant: scene.own.merchantKey, organization: scene.own.agencyKey, admin: scene.adminKey };
      const kinds: readonly KeyKind[] = ["merchant", "organization", "admin"];
      for (const kind of kinds.filter((one) => !keyKindsOf(operation).includes(one))) {
        const query = operation.keyKind === "merchant" && kind === "organization" ? { shop_id: scene.own.shop } : {};
        expect(expectFault(await faulty(operation, { key: keys[kind], query }), "wrong_key_kind")["message"]).toContain(operation.keyKind);
      }
    });

    test("refuses an unknown query parameter by name", async () => {
      const query = { ...sampleOf(operation).query?.(scene.own), surprise: "1" };
      expect(expectFault(await faulty(operation, { query }), "invalid_request")).toMatchObject({
        param: "/surprise",
        details: [{ param: "/surprise", code: "invalid_param" }],
      });
    });

    test("refuses a method its path does not take, and names those it takes", async () => {
      const methods: readonly string[] = OPERATIONS.filter(({ http }) => http.path === operation.http.path).map(({ http }) => http.method);
      const foreign = ["POST", "PUT", "PATCH", "DELETE", "GET"].find((one) => !methods.includes(one) && !overlapping(operation, one));
      const answer = await faulty(operation, { method: foreign ?? "TRACE" });
      expectFault(answer, "method_not_allowed");
      const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])];
      expect(answer.headers["allow"]?.split(", ")).toEqual(expect.arrayContaining(allowed));
    });
  });

  // Whoever may use the installation at all may read it.
  describe.concurrent.each(named(OPERATIONS.filter(({ scope }) => scope !== "read_admin")))("%s", (_, operation) => {
    test("with every scope but its own is 403 insufficient_scope, which names it", async () => {
      const key = await keyWithout(operation);
      expect(expectFault(await faulty(operation, { key }), "insufficient_scope")["message"]).toContain(operation.scope);
    });
  });

  describe.concurrent.each(named(TAKING_IDS))("what the path of %s names", (_, operation) => {
    test("is a miss where nobody has it, whatever the body and the id look like", async () => {
      const missed = await faulty(operation, { params: paramsOf(operation, NOBODY) });
      expectFault(missed, "resource_not_found");
      const names = Object.keys(paramsOf(operation, NOBODY));
      for (const odd of ["x", "0", "9".repeat(30), "%00"]) {
        const params = Object.fromEntries(names.map((name) => [name, odd]));
        expect(seen(await faulty(operation, { params }))).toEqual(seen(missed));
      }
    });
  });

  describe.concurrent.each(named(TENANTS_OWN))("what the path of %s names", (_, operation) => {
    test("is to the byte such a miss where another tenant has it", async () => {
      const missed = seen(await faulty(operation, { params: paramsOf(operation, NOBODY) }));
      expect(seen(await faulty(operation, { params: paramsOf(operation, scene.stranger) }))).toEqual(missed);
      // The feed is the caller's, what is below it is not; versions are counted by each feed for itself, and channels and columns are everybody's.
      const [, below] = Object.keys(paramsOf(operation, NOBODY));
      if (below === undefined || ["n", "slug", "name"].includes(below)) return;
      for (const who of [scene.stranger, NOBODY]) {
        const params = { ...paramsOf(operation, scene.own), [below]: paramsOf(operation, who)[below] ?? "" };
        expect(seen(await faulty(operation, { params }))).toEqual(missed);
      }
    });
  });

  describe.concurrent.each(named(TAKING_IDS.filter((operation) => !isWrite(operation))))("what the path of %s names", (_, operation) => {
    test("may be written without the prefix of its id", async () => {
      const { params = {} } = await validRequest(scene, sampleOf(operation));
      const bare = Object.fromEntries(
        Object.entries(params).map(([name, id]) => [name, id.replace(/^(?:feed|run|ext|rule|prod|shop|org|wh|whd)_/, "")]),
      );
      await succeed(operation, { params: bare });
    });
  });

  test.each(named(REFERRING))("%s treats what another tenant has, named in its query or body, as what nobody has", async (_, operation) => {
    const refer = async (of: Belongings) => {
      const { query, body } = sampleOf(operation).refers?.(of) ?? {};
      const answer = await patiently(() =>
        faulty(operation, { ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
      );
      // What the caller wrote may be repeated to it.
      const { text, ...rest } = seen(answer);
      const sent = Object.values(of).filter((id: string) => !/^[0-9]+$/.test(id) && JSON.stringify({ query, body }).includes(id));
      return { ...rest, text: sent.reduce((kept: string, id: string) => kept.replaceAll(id, "ID"), text) };
    };
    expect(await refer(idsOf(scene.stranger))).toEqual(await refer(NOBODY));
  });

  describe.concurrent.each(named(WRITES))("the body of %s", (_, operation) => {
    test("may have no member it does not know, and the answer points at it", async () => {
      const { body } = sampleOf(operation);
      const answer = await faulty(operation, { body: JSON.stringify({ ...body?.(scene), "a/b~c": 1 }) });
      expect(expectFault(answer, "validation_failed")["details"]).toContainEqual({
        param: "/a~1b~0c",
        code: "unknown_param",
        message: expect.any(String),
      });
    });

    test("has to be JSON", async () => {
      for (const body of ["{", "{}{}", "{'a':1}"]) expectFault(await faulty(operation, { body }), "invalid_json");
    });

    test("has to be UTF-8, of a media type it takes, unencoded, and no larger than its bound", async () => {
      const json = requestOf(operation, {
        key: rightKey(scene, operation),
        params: sampleOf(operation).path?.(scene.own) ?? {},
        body: "{}",
      });
      const withHeaders = (headers: Readonly<Record<string, string>>) =>
        scene.exchange({ ...json, headers: { ...json.headers, ...headers } });
      expectFault(await scene.exchange({ ...json, body: Buffer.from([0x22, 0xff, 0x22]) }), "invalid_json");
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "*/*"])
        expectFault(await withHeaders({ "content-type": type }), "unsupported_media_type");
      expectFault(await withHeaders({ "content-encoding": "gzip" }), "unsupported_media_type");
      const tooLarge = Buffer.alloc((operation.upload?.bytesMax ?? 1_048_576) + 1, " ");
      expectFault(await scene.exchange({ ...json, body: tooLarge }), "payload_too_large");
    });
  });

  describe.each(named(WRITES))("an Idempotency-Key of %s", (_, operation) => {
    test("gets a repeat the first answer to the byte; with another body it is refused", async () => {
      const sample = sampleOf(operation);
      const key = rightKey(scene, operation);
      const ask = async () => {
        const valid = await validRequest(scene, sample);
        const idempotencyKey = scene.fresh("repeat-");
        const wanted = { key, ...valid, headers: { "idempotency-key": idempotencyKey } };
        return { valid, idempotencyKey, wanted, answer: await patiently(() => send(operation, wanted)) };
      };
      const { valid, idempotencyKey, wanted, answer } = await notOvertaken(sample, ask, (asked) => asked.answer.error);
      const first = expectSuccess(operation, answer);
      const again = expectSuccess(operation, await send(operation, wanted));
      expect([again.text, again.headers["idempotent-replayed"], first.headers["idempotent-replayed"]]).toEqual([
        first.text,
        "true",
        undefined,
      ]);
      expect([first, again].map(({ headers }) => headers["idempotency-key"])).toEqual([idempotencyKey, idempotencyKey]);
      expectFault(await send(operation, { ...wanted, body: `${valid.body ?? "{}"} ` }), "idempotency_key_reused");
      expectFault(await send(operation, { ...wanted, query: { ...valid.query, other: "1" } }), "idempotency_key_reused");
      await sample.after?.(scene);
    });
  });

  describe.concurrent.each(named(WRITES))("an Idempotency-Key of %s", (_, operation) => {
    test("that is empty, over 64 characters or not visible ASCII is 400 invalid_idempotency_key", async () => {
      for (const idempotencyKey of ["", "x".repeat(65), "two words", "\u00fc", "tab\there"])
        expectFault(await faulty(operation, { headers: { "idempotency-key": idempotencyKey } }), "invalid_idempotency_key");
    });
  });

  describe.concurrent.each(named(SHARED))("an organization's key at %s", (_, operation) => {
    const agency = () => scene.own.agencyKey;

    test("has to say for which shop, and that one has to be connected", async () => {
      const query = sampleOf(operation).query?.(scene.own) ?? {};
      expect(expectFault(await faulty(operation, { key: agency() }), "invalid_request")["param"]).toBe("/shop_id");
      const refused = async (shop: string) => faulty(operation, { key: agency(), query: { ...query, shop_id: shop } });
      const stranger = await refused(scene.stranger.shop);
      expectFault(stranger, "shop_not_connected");
      expect(seen(await refused(NOBODY.shop))).toEqual(seen(stranger));
    });
  });

  // A write that is done twice costs twice; what it is done for is settled before it begins, the same for all of them.
  describe.each(named(SHARED.filter(({ name, effect }) => effect === "read" || WRITTEN_FOR_CLIENTS.includes(name))))(
    "an organization's key at %s",
    (_, operation) => {
      test("does for a connected shop what the merchant's does", async () => {
        await succeed(operation, { key: scene.own.agencyKey, query: { shop_id: scene.own.shop } });
      });
    },
  );

  test.concurrent.each(named(READS))("%s takes no notice of an Idempotency-Key", async (_, operation) => {
    const answer = await succeed(operation, { headers: { "idempotency-key": "x".repeat(65) } });
    expect(answer.headers["idempotency-key"]).toBeUndefined();
  });
}
