import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError, httpFront, type HttpFront, json } from "./http-front.suite.ts";
import { BODY_BYTES_MAX } from "./server-limits.ts";

let front: HttpFront;
beforeAll(async () => {
  front = await httpFront();
});
afterAll(() => front[Symbol.asyncDispose]());

const list = (query: string) => front.send({ url: `/v1/notes?${query}` });
const change = (body: Parameters<typeof json>[0], headers: Record<string, string> = {}) => {
  const { payload, headers: type } = json(body);
  return front.send({ method: "PATCH", url: `/v1/feeds/${front.home.feedId}/notes`, payload, headers: { ...type, ...headers } });
};

describe("a query", () => {
  test("is read with its defaults", async () => {
    expect((await list("")).json()).toEqual({ data: [{ page: 1, per_page: 25 }] });
    expect((await list("per_page=100&order=desc&page=2")).json()).toEqual({ data: [{ page: 2, per_page: 100, order: "desc" }] });
  });

  test.each([
    ["unknown=1", "/unknown", "There is no query parameter unknown here. Remove it or check its spelling."],
    ["page=1&page=2", "/page", "The query parameter page is given more than once. Send it once."],
    ["page=1&page=1", "/page", "The query parameter page is given more than once. Send it once."],
    ["page=0", "/page", "The query parameter page: "],
    ["page=abc", "/page", "The query parameter page: must be an integer from 1 to "],
    ["page=", "/page", "The query parameter page: "],
    ["page", "/page", "The query parameter page: "],
    ["per_page=101", "/per_page", "The query parameter per_page: "],
    ["order=up", "/order", "The query parameter order: "],
    ["page[]=1", "/page[]", "There is no query parameter page[] here. Remove it or check its spelling."],
    ["__proto__=1", "/__proto__", "There is no query parameter __proto__ here. Remove it or check its spelling."],
    ["constructor=1", "/constructor", "There is no query parameter constructor here. Remove it or check its spelling."],
    ["order=%zz", "", "The query has a percent sign"],
    ["order=%ff", "", "The query has a percent sign"],
    ["order=a%00", "", "The query contains the character U+0000. Remove it."],
  ])("is refused by name: %s", async (query, param, sentence) => {
    const error = expectError(await list(query), "invalid_request");
    expect(error).toMatchObject({ param, message: expect.stringContaining(sentence), details: [{ param, code: "invalid_param" }] });
  });

  test.each([
    ["page=0&per_page=500&unknown=1", ["/page", "/per_page", "/unknown"]],
    ["order=up&page=1&order=down&page=2&page=3", ["/order", "/page"]],
  ])("is refused with every parameter at fault, each once: %s", async (query, params) => {
    const error = expectError(await list(query), "invalid_request");
    expect(error["param"]).toBe(params[0]);
    expect(error["details"]).toEqual(
      params.map((param) => ({ param, code: "invalid_param", message: expect.stringContaining(param.slice(1)) })),
    );
  });
});

describe("a path", () => {
  test("reaches the operation decoded", async () => {
    expect((await front.send({ url: "/v1/texts/Primary%20feed" })).json()).toEqual({ data: 1 });
  });

  test("that holds what the database cannot hold names nothing", async () => {
    expect(expectError(await front.send({ url: "/v1/texts/a%00b" }), "resource_not_found")).toMatchObject({ param: null });
  });
});

describe("a body", () => {
  test("may be missing where every member may", async () => {
    const answer = await front.send({ method: "PATCH", url: `/v1/feeds/${front.home.feedId}/notes` });
    expect(answer.json()).toMatchObject({ data: { body: { name: "unnamed" } } });
  });

  test.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])("is taken as %s", async (type) => {
    expect((await change({ name: "a" }, { "content-type": type })).statusCode).toBe(200);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
    "application/jsonp",
    "multipart/form-data; boundary=x",
    "garbage",
    "/",
    "",
  ])("is not taken as %j, which is said once the caller is known", async (type) => {
    const answer = await change({ name: "a" }, { "content-type": type });
    expect(expectError(answer, "unsupported_media_type")).toMatchObject({ param: null });
    expectError(await change({ name: "a" }, { "content-type": type, authorization: "" }), "unauthorized");
  });

  test("is not taken compressed or without a type", async () => {
    expectError(await change({ name: "a" }, { "content-encoding": "gzip" }), "unsupported_media_type");
    const answer = await front.send({ method: "PATCH", url: `/v1/feeds/${front.home.feedId}/notes`, payload: Buffer.from("{}") });
    expect(expectError(answer, "unsupported_media_type")).toMatchObject({ details: [] });
  });

  test.each(["{", '{"a":1}}', "{'a':1}", "NaN", "undefined", '{"a":1,}'])("is refused as %j", async (text) => {
    expect(expectError(await change(text), "invalid_json")).toMatchObject({ param: null });
  });

  test("is refused when it is not UTF-8", async () => {
    const payload = Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]);
    const answer = await front.send({
      method: "PATCH",
      url: `/v1/feeds/${front.home.feedId}/notes`,
      payload,
      headers: { "content-type": "application/json" },
    });
    expect(expectError(answer, "invalid_json")).toMatchObject({ details: [] });
  });

  test("may have as many bytes as the limit and not one more", async () => {
    const padded = (bytes: number) => JSON.stringify({ name: "a" }).padEnd(bytes, " ");
    expect((await change(padded(BODY_BYTES_MAX))).statusCode).toBe(200);
    expect(expectError(await change(padded(BODY_BYTES_MAX + 1)), "payload_too_large")).toMatchObject({ param: null });
  });

  test.each(["3", "null", '"text"', "[]", "true"])("that isn't an object is refused as a whole: %s", async (text) => {
    expect(expectError(await change(text), "validation_failed")).toMatchObject({ param: "", details: [{ param: "" }] });
  });

  test("is refused with every fault, each named by its pointer", async () => {
    const error = expectError(
      await change({ name: 3, tags: [{ "a/b~c": "x", label: "a" }, { extra: 1 }], one: 1, two: 2 }),
      "validation_failed",
    );
    expect(error["details"]).toEqual([
      { param: "/name", code: "invalid_param", message: expect.any(String) },
      { param: "/tags/0/a~1b~0c", code: "invalid_param", message: expect.any(String) },
      { param: "/tags/1/label", code: "missing_param", message: "This field is required." },
      { param: "/tags/1/extra", code: "unknown_param", message: "Unknown field. Remove it or check its spelling." },
      { param: "/one", code: "unknown_param", message: "Unknown field. Remove it or check its spelling." },
      { param: "/two", code: "unknown_param", message: "Unknown field. Remove it or check its spelling." },
    ]);
  });

  test("says a sole fault in the message itself", async () => {
    expect(expectError(await change({ colour: "red" }), "validation_failed")).toMatchObject({
      param: "/colour",
      message: "/colour: Unknown field. Remove it or check its spelling.",
    });
  });

  test("answers the operation's own code for a member that has one, before all others", async () => {
    const error = expectError(await change({ name: 3, kind: "medium" }), "invalid_param");
    expect(error).toMatchObject({
      param: "/kind",
      message: expect.stringMatching(/^\/kind: /),
      details: [{ param: "/kind" }, { param: "/name" }],
    });
  });

  test("names at most 100 faults", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`m${at}`, at]));
    expect(expectError(await change(many), "validation_failed")["details"]).toHaveLength(100);
  });

  test.each([
    ["U+0000 in a value", '{"name":"a\\u0000b"}', "/name"],
    ["U+0000 deep in a value", '{"tags":[{"label":"\\u0000"}]}', "/tags/0/label"],
    ["U+0000 in a name", '{"a\\u0000b":1}', "/a\0b"],
    ["half a surrogate pair", '{"name":"\\ud800"}', "/name"],
    ["U+0000 in what is called as something else's items", '{"tags":[{"marks":"\\u0000"}]}', "/tags/0/marks"],
  ])("is refused with %s", async (_, text, param) => {
    expect(expectError(await change(text), "validation_failed")).toMatchObject({ param, details: [{ param, code: "invalid_param" }] });
  });

  test("with text nobody can store is refused with the member's own code, and not at all where the operation takes items one by one", async () => {
    expect(expectError(await change('{"kind":"\\u0000"}'), "invalid_param")).toMatchObject({
      param: "/kind",
      details: [{ param: "/kind" }],
    });
    const marks = { "a\0": ["b\0", "\ud800"] };
    expect((await change(JSON.stringify({ marks }))).json()).toMatchObject({ data: { body: { marks } } });
  });

  test.each([
    '{"__proto__":{"polluted":true}}',
    '{"tags":[{"label":"a","__proto__":{"polluted":true}}]}',
    '{"marks":{"__proto__":{"polluted":true}}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
  ])("changes no prototype: %s", async (text) => {
    expect(expectError(await change(text), "validation_failed")["details"]).toMatchObject([{ code: "unknown_param" }]);
    expect({}).not.toHaveProperty("polluted");
  });

  test.each(["name", "tags"])("nested without end is refused and harms nobody: %s", async (name) => {
    const depth = 100_000;
    const answer = await change(`{"${name}":${"[".repeat(depth)}${"]".repeat(depth)}}`);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect((await list("")).statusCode).toBe(200);
  });

  test("counts the last of members of one name", async () => {
    expect((await change('{"name":"one","name":"two"}')).json()).toMatchObject({ data: { body: { name: "two" } } });
  });

  test("of a request that takes none is refused by its members", async () => {
    const url = `/v1/feeds/${front.home.feedId}/notes`;
    expect(expectError(await front.send({ method: "DELETE", url, ...json({ a: 1 }) }), "validation_failed")).toMatchObject({ param: "/a" });
    const answer = await front.send({ method: "DELETE", url });
    expect(answer).toMatchObject({ statusCode: 204, body: "" });
    expect(answer.headers).not.toHaveProperty("content-type");
  });
});
