import type { Sql } from "../../kernel/sql.ts";
import type { Egress } from "../egress/egress-port.ts";
import type { ObjectStore } from "../objects/objects-port.ts";
import type { ShopWarehouse, Warehouse, WarehouseSession } from "../warehouse/warehouse-port.ts";
import { currentPlace, type SpanStart, type OpenSpan, type Traces } from "./telemetry-port.ts";

/**
 * Ports whose calls are spans of the trace that is open when they're called. What belongs to no trace, such as housekeeping, makes none. Where
 * nobody collects traces, each is the port itself.
 */

type During = <T>(name: string, start: SpanStart, work: (span: OpenSpan) => Promise<T>) => Promise<T>;

const NO_NOTES: OpenSpan = Object.freeze({ note() {} });

const inside =
  (traces: Traces): During =>
  (name, start, work) =>
    currentPlace() === undefined ? work(NO_NOTES) : traces.during(name, { kind: "client", ...start }, work);

export function tracedObjects<S extends ObjectStore>(store: S, traces: Traces): S {
  if (!traces.enabled) return store;
  const during = inside(traces);
  const traced: Partial<ObjectStore> = {
    put: (key, file, options) =>
      during("objects put", {}, async (span) => {
        const info = await store.put(key, file, options);
        span.note({ "feedwright.bytes": info.bytes });
        return info;
      }),
    read: (key, range) => during("objects read", {}, () => store.read(key, range)),
    parts: (key, ranges) => during("objects parts", {}, () => store.parts(key, ranges)),
    check: (key, options) => during("objects check", {}, () => store.check(key, options)),
    local: (key, options) => during("objects local", {}, () => store.local(key, options)),
    remove: (prefix) => during("objects remove", {}, () => store.remove(prefix)),
  };
  return { ...store, ...traced };
}

export function tracedWarehouse(warehouse: Warehouse, traces: Traces): Warehouse {
  if (!traces.enabled) return warehouse;
  const during = inside(traces);
  return {
    of: (shop) => tracedShop(warehouse.of(shop), during),
    load: () => warehouse.load(),
    [Symbol.asyncDispose]: () => warehouse[Symbol.asyncDispose](),
  };
}

function tracedShop(shop: ShopWarehouse, during: During): ShopWarehouse {
  return {
    query: (statement, options) => during(...duckdbSpan(statement), () => shop.query(statement, options)),
    judge: (statement) => during(...duckdbSpan(statement), () => shop.judge(statement)),
    session: async (options) => tracedSession(await during("duckdb session", DUCKDB, () => shop.session(options)), during),
  };
}

function tracedSession(session: WarehouseSession, during: During): WarehouseSession {
  return {
    run: (...statements) => during(...duckdbSpan(...statements), () => session.run(...statements)),
    sideBySide: (...statements) => during(...duckdbSpan(...statements), () => session.sideBySide(...statements)),
    all: (statement) => during(...duckdbSpan(statement), () => session.all(statement)),
    splice: (...args) => during("duckdb splice", DUCKDB, () => session.splice(...args)),
    pack: (...args) => during("duckdb pack", DUCKDB, () => session.pack(...args)),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

const DUCKDB: SpanStart = { attributes: { "db.system.name": "duckdb" } };

/** A statement holds the tenant's values: of several, the last says what they are for. */
function duckdbSpan(...statements: readonly Sql[]): [string, SpanStart] {
  const operation = firstWord(statements.at(-1)?.text ?? "");
  return [
    `duckdb ${operation}`,
    { attributes: { "db.system.name": "duckdb", "db.operation.name": operation, "feedwright.statements": statements.length } },
  ];
}

const FIRST_WORD = /^[\s(]*([a-z]{2,20})\b/i;

/** `OTHER` rather than a text that isn't ours. */
function firstWord(statement: string): string {
  return FIRST_WORD.exec(statement)?.[1]?.toUpperCase() ?? "OTHER";
}

/** An address called may be a tenant's. Nothing of the trace is sent along: whom we call is somebody else. */
export function tracedEgress(egress: Egress, traces: Traces): Egress {
  if (!traces.enabled) return egress;
  const during = inside(traces);
  return {
    post: (request) =>
      during("egress POST", { attributes: { "http.request.method": "POST" } }, async (span) => {
        const answer = await egress.post(request);
        span.note(answer.kind === "answered" ? { "http.response.status_code": answer.status } : { "feedwright.outcome": answer.fault });
        return answer;
      }),
    fetch: (url, init) =>
      during(`egress ${init.method}`, { attributes: { "http.request.method": init.method } }, async (span) => {
        const answer = await egress.fetch(url, init);
        span.note({ "http.response.status_code": answer.status });
        return answer;
      }),
    refusal: (url) => egress.refusal(url),
    [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose](),
  };
}
