import { describe, expect, test } from "vitest";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { makeLogger, type LoggerOptions } from "./make-logger.ts";
import { withinPlace } from "./telemetry-port.ts";

function recorded(options: Partial<LoggerOptions> = {}) {
  const lines: string[] = [];
  const log = makeLogger({ level: "debug", write: (line) => lines.push(line), ...options });
  return { log, lines, last: () => members(parseJson(lines.at(-1) ?? "")) };
}

const API_KEY = `svc_live_sk_${"0123456789abcdef".repeat(3)}`;
const SESSION = `fws_${"0123456789-_abcdefgh".repeat(3)}`;

describe("makeLogger", () => {
  test("a line is one JSON object with time, level, message and facts", () => {
    const { log, lines, last } = recorded();
    log.info({ run: 12, done: true }, "run completed");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    const { time, ...rest } = last();
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(rest).toEqual({ level: "info", run: 12, done: true, msg: "run completed" });
  });

  test("a line names the trace it belongs to, if that is recorded", () => {
    const { log, last } = recorded();
    const place = { traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: true };
    withinPlace(place, () => log.child({ run: 1 }).info({ token: "hunter2" }, "m"));
    expect(last()).toMatchObject({ trace_id: place.traceId, run: 1, token: "[redacted]" });
    withinPlace({ ...place, sampled: false }, () => log.info({}, "m"));
    expect(last()).not.toHaveProperty("trace_id");
  });

  test("nothing below the level is written", () => {
    const { log, lines } = recorded({ level: "warn" });
    log.debug({}, "a");
    log.info({}, "b");
    log.child({}).info({}, "c");
    log.warn({}, "d");
    log.error({}, "e");
    expect(lines.map((line) => members(parseJson(line))["msg"])).toEqual(["d", "e"]);
  });

  test.each([
    "key",
    "rawKey",
    "raw_key",
    "apiKeys",
    "SECRETS_KEY",
    "token",
    "feed_token_previous",
    "client_secret",
    "Password",
    "authorization",
    "cookie",
    "Set-Cookie",
  ])("a member named %s is redacted at every depth, whatever it holds", (name) => {
    const { log, lines, last } = recorded();
    for (const value of ["hunter2", 7, { inner: "hunter2" }, ["hunter2"]])
      log.info({ [name]: value, list: [{ deep: { [name]: value } }] }, "m");
    expect(lines.join("")).not.toContain("hunter2");
    expect(last()).toMatchObject({ [name]: "[redacted]", list: [{ deep: { [name]: "[redacted]" } }] });
  });

  test("members that only speak of a key are kept", () => {
    const { log, last } = recorded();
    log.info({ keyId: 3, key_prefix: "svc_live", monkeys_seen: 2 }, "m");
    expect(last()).toMatchObject({ keyId: 3, key_prefix: "svc_live", monkeys_seen: 2 });
  });

  test("facts of a child are redacted and kept on each of its lines", () => {
    const { log, lines } = recorded();
    const child = log.child({ shop: 3, token: "hunter2" });
    child.info({}, "a");
    child.child({ feed: 1 }).info({}, "b");
    expect(lines.map((line) => members(parseJson(line)))).toMatchObject([
      { shop: 3, token: "[redacted]" },
      { shop: 3, feed: 1, token: "[redacted]" },
    ]);
  });

  test("API keys, tokens of sessions and database passwords disappear from any text, message, stack and cause included", () => {
    const { log, lines, last } = recorded();
    const url = "postgres://feeds:hun@ter2@db:5432/feeds";
    log.error(
      { err: new Error(`no ${url}`, { cause: new Error(API_KEY) }), list: [API_KEY, `fw=${SESSION}; Path=/`], [`of ${API_KEY}`]: 1 },
      `failed for ${API_KEY} at ${url}`,
    );
    for (const secret of [API_KEY.slice(-16), SESSION.slice(-16), "hun@", "ter2"]) expect(lines.join("")).not.toContain(secret);
    expect(last()).toMatchObject({ msg: "failed for svc_live_sk_[redacted] at postgres://feeds:[redacted]@db:5432/feeds" });
  });

  test("an error shows name, message, stack and what a library added", () => {
    const { log, last } = recorded();
    log.error({ err: Object.assign(new TypeError("bad"), { code: "57P01", client: { state: 1 } }) }, "m");
    expect(last()["err"]).toMatchObject({ name: "TypeError", message: "bad", code: "57P01" });
    expect(last()["err"]).not.toHaveProperty("client");
    expect(members(last()["err"])["stack"]).toContain("make-logger.test");
  });

  test("a cycle, a deep, a wide and a long fact each end", () => {
    const { log, lines } = recorded();
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    log.info(
      {
        cycle,
        wide: Array.from({ length: 1e5 }, () => 1),
        long: "x".repeat(1e6),
        bytes: Buffer.alloc(1e6),
        big: 2n ** 70n,
        no: new Date(Number.NaN),
      },
      "m",
    );
    expect(lines.join("").length).toBeLessThan(20_000);
    expect(lines.join("")).toContain("[1000000 bytes]");
  });

  test("what the caller logs is not changed", () => {
    const facts = { token: "t", list: [{ password: "p" }] };
    recorded().log.info(facts, "m");
    expect(facts).toEqual({ token: "t", list: [{ password: "p" }] });
  });

  test("for a person a line is time, level, message and facts, and no fact moves the cursor", () => {
    const { log, lines } = recorded({ pretty: true });
    log.warn({ feed: "a\u001b[2J\nb", counts: { in: 1 } }, "held");
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn  held {2}feed=a\\u001b\[2J\\u000ab {2}counts=\{"in":1\}\n$/);
  });
});
