import { describe, expect, test } from "vitest";
import { parseJson } from "../../kernel/unsafe.ts";
import { redacted } from "./redact.ts";

describe("what the audit log keeps", () => {
  test.each(["raw_key", "secret", "token", "access_token", "refresh_token", "password", "authorization", "client_secret", "feed_url"])(
    "never holds %s, at any depth",
    (name) => {
      expect(redacted({ [name]: "s3cret", list: [{ inner: { [name]: { deep: "s3cret" } } }] }, [])).toEqual({
        [name]: "[redacted]",
        list: [{ inner: { [name]: "[redacted]" } }],
      });
    },
  );

  test("never holds what the operation calls secret, and keeps what is called so elsewhere", () => {
    expect(redacted({ url: "https://files.example/x?signature=1", name: "a" }, ["url"])).toEqual({ url: "[redacted]", name: "a" });
    expect(redacted({ url: "https://shop.example" }, [])).toEqual({ url: "https://shop.example" });
  });

  test("leaves what it was given as it was", () => {
    const facts = { body: { secret: "s3cret", items: [1] } };
    redacted(facts, ["items"]);
    expect(facts).toEqual({ body: { secret: "s3cret", items: [1] } });
  });

  test("keeps numbers, booleans, nulls and times as they are", () => {
    const at = new Date(0);
    expect(redacted({ count: 3, active: false, feed: null, at }, [])).toEqual({ count: 3, active: false, feed: null, at });
  });

  test("cuts long text without leaving half a character", () => {
    expect(redacted("a".repeat(500), [])).toBe("a".repeat(500));
    expect(redacted("a".repeat(501), [])).toBe(`${"a".repeat(500)}[cut]`);
    const cut = String(redacted(`${"a".repeat(499)}😀😀`, []));
    expect(cut.isWellFormed()).toBe(true);
  });

  test("can be stored, whatever was sent", () => {
    expect(redacted({ "a\0": ["b\0c", "\ud83d"] }, [])).toEqual({ "a\uFFFD": ["b\uFFFDc", "\uFFFD"] });
    expect(redacted({ "secret\0": "kept", secret: "s3cret\0" }, [])).toEqual({ "secret\uFFFD": "kept", secret: "[redacted]" });
  });

  test("cuts long lists and wide objects and says so", () => {
    const items = Array.from({ length: 51 }, (_, at) => at);
    expect(redacted(items, [])).toEqual([...items.slice(0, 50), "[cut]"]);
    const wide = Object.fromEntries(items.map((at) => [`m${at}`, at]));
    expect(Object.keys(redacted(wide, []) ?? {})).toHaveLength(51);
    expect(redacted(wide, [])).toMatchObject({ m49: 49, "[cut]": 1 });
  });

  test("ends for nesting of any depth", () => {
    const deep = Array.from({ length: 5_000 }).reduce<unknown>((inner) => ({ inner }), "bottom");
    expect(JSON.stringify(redacted(deep, []))).toBe('{"inner":{"inner":{"inner":{"inner":{"inner":{"inner":"[cut]"}}}}}}');
  });

  test("changes no prototype", () => {
    const kept = redacted(parseJson('{"__proto__": {"polluted": true}}'), []);
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("polluted");
  });
});
