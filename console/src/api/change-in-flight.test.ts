import { describe, expect, test } from "vitest";
import { sendOnce } from "./change-in-flight.ts";
import { ApiError, NetworkError } from "./errors.ts";

const RULE = { path: { feed_id: "feed_1" }, body: { rule: { text: "Exclude" } } };

describe("a change that is on its way", () => {
  test("isn't sent again by a second press, which gets the same answer", async () => {
    const { sent, answer } = sender();
    const first = sendOnce("rules.create", "shop_1", { ...RULE, query: { expected_version: 3 } }, sent);
    const second = sendOnce("rules.create", "shop_1", { ...RULE, query: {} }, sent);
    answer("rule_1");
    expect([await first, await second, sent.count]).toEqual(["rule_1", "rule_1", 1]);
  });

  test("doesn't keep others from being sent", async () => {
    const { sent, answer } = sender();
    const others = [
      sendOnce("rules.create", "shop_1", RULE, sent),
      sendOnce("rules.create", "shop_2", RULE, sent),
      sendOnce("rules.preview", "shop_1", RULE, sent),
      sendOnce("rules.create", "shop_1", { ...RULE, query: { dry_run: "true" } }, sent),
      sendOnce("rules.create", "shop_1", { ...RULE, body: {} }, sent),
    ];
    answer("done");
    await Promise.all(others);
    expect(sent.count).toBe(5);
  });

  test("can be sent again once it's answered or has failed", async () => {
    const fail = () => Promise.reject(new Error("offline"));
    await expect(sendOnce("rules.create", "shop_1", RULE, fail)).rejects.toThrow("offline");
    await expect(sendOnce("rules.create", "shop_1", RULE, () => Promise.resolve("first"))).resolves.toBe("first");
    await expect(sendOnce("rules.create", "shop_1", RULE, () => Promise.resolve("second"))).resolves.toBe("second");
  });
});

describe("a change whose answer is lost", () => {
  const lost = (): Promise<never> => Promise.reject(new NetworkError());
  const broken = (): Promise<never> => Promise.reject(ApiError.of(new Response("", { status: 504 }), ""));
  const refused = (): Promise<never> => Promise.reject(ApiError.of(new Response("", { status: 422 }), ""));
  /** The key that the change is sent under. */
  const keyOf = async (request: object, send: () => Promise<unknown> = () => Promise.resolve("made")): Promise<string> => {
    let used = "";
    await sendOnce("webhooks.create", "shop_1", request, (key) => {
      used = key;
      return send();
    }).catch(() => undefined);
    return used;
  };

  test("is sent again under the same key, until it's answered", async () => {
    const request = { body: { endpoint_url: "https://orders.example" } };
    const first = await keyOf(request, lost);
    expect([await keyOf(request, broken), await keyOf(request)]).toEqual([first, first]);
    expect(await keyOf(request)).not.toBe(first);
  });

  test("has its key to itself, and a change that was refused is another one", async () => {
    const request = { query: { expected_version: 3 }, body: { rule: {} } };
    const first = await keyOf(request, lost);
    expect(await keyOf({ ...request, query: {} })).not.toBe(first);
    expect(await keyOf({ ...request, of: "another act" })).not.toBe(first);
    expect(await keyOf(request, refused)).toBe(first);
    expect(await keyOf(request)).not.toBe(first);
  });
});

/** Answers when it's told to, and counts how often it was asked. */
function sender() {
  const waiting: ((answer: string) => void)[] = [];
  const sent = Object.assign(
    () => {
      sent.count += 1;
      return new Promise<string>((resolve) => waiting.push(resolve));
    },
    { count: 0 },
  );
  return { sent, answer: (text: string) => waiting.forEach((resolve) => resolve(text)) };
}
