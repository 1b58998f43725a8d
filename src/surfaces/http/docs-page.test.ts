import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { EVENT_DEFINITIONS } from "../../features/event-definitions.ts";
import { OPERATIONS } from "../../features/operations.ts";
import { read, write } from "../../features/operation.ts";
import { ERROR_CODES } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { parseJson } from "../../kernel/unsafe.ts";
import { curlExample } from "./docs-page-curl.ts";
import { docsPage, errorsPage } from "./docs-page.ts";
import type { OpenApiParameter } from "./openapi-document.ts";
import { openApiDocument } from "./openapi.ts";

const PUBLIC_URL = "https://feeds.example";
const document = openApiDocument(OPERATIONS, PUBLIC_URL, Object.values(EVENT_DEFINITIONS));
const reference = docsPage(document, PUBLIC_URL);
const errors = errorsPage(PUBLIC_URL);

const attributes = (page: string, name: string): readonly string[] =>
  [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, "g"))].map(([, value]) => value ?? "");
/** What a reader sees. */
const textOf = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

/** Elements that are opened and not closed, or closed and not opened. */
function unbalanced(page: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, slash, name = ""] of page.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (name === "meta") continue;
    if (slash === "") open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

describe.each([
  ["the reference", reference],
  ["the list of errors", errors],
])("%s", (_, page) => {
  test("loads nothing and runs nothing", () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe| src=| on[a-z]+=|@import|url\(/i);
  });

  test("is a whole document", () => {
    expect(page.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect(unbalanced(page)).toEqual([]);
  });

  test("has a place for every link within it, and each place once", () => {
    const places = attributes(page, "id");
    expect(new Set(places).size).toBe(places.length);
    const targets = attributes(page, "href").filter((link) => /^#./.test(link));
    expect(targets.length).toBeGreaterThan(10);
    expect(targets.filter((link) => !places.includes(link.slice(1)))).toEqual([]);
  });

  test("follows the reader's dark setting and fits a phone", () => {
    expect(page).toContain("prefers-color-scheme: dark");
    expect(page).toContain('<meta name="viewport" content="width=device-width, initial-scale=1"');
  });
});

describe("the reference", () => {
  test("shows route, scope and summary of every operation", () => {
    const text = textOf(reference);
    for (const { http, scope, summary } of OPERATIONS) {
      expect(text).toContain(`${http.method} /v1${http.path} Scope ${scope}`);
      expect(text).toContain(summary.replaceAll("'", "&#39;"));
    }
  });

  test("shows every event with its headers, its members and an example", () => {
    const text = textOf(reference);
    const events = Object.entries(document.webhooks ?? {});
    expect(events.length).toBeGreaterThan(10);
    for (const [name, { post }] of events)
      expect(text).toContain(`${post.summary.replaceAll("'", "&#39;")} EVENT ${name} Name Type Meaning id`);
    expect(text).toContain("X-Svc-Signature");
    expect(text).toContain("&quot;event&quot;: &quot;feed.updated&quot;");
  });

  test("links every code to the place where it is explained", () => {
    const explained = attributes(errors, "id").map((code) => `${PUBLIC_URL}/docs/errors#${code}`);
    const links = attributes(reference, "href").filter((link) => link.includes("/docs/errors#"));
    expect(links.length).toBeGreaterThan(OPERATIONS.length);
    expect(links.filter((link) => !explained.includes(link))).toEqual([]);
  });

  test("lets no text of an operation become markup", () => {
    const attack = "<script>alert(1)</script> & \"quoted\" 'text' `<b>`";
    const hostile = read({
      name: "feeds.list",
      summary: attack,
      description: attack,
      scope: "read_feeds",
      http: { method: "GET", path: "/feeds", status: 200 },
      query: z.strictObject({ "<i>": z.string().default("<u>").meta({ description: attack }) }),
      output: dataOf(z.strictObject({ "<s>": z.enum(["<em>"]).meta({ description: attack }) })),
      errors: [],
      mcp: { hidden: "a test" },
      run: () => Promise.resolve({ data: { "<s>": "<em>" as const } }),
    });
    const page = docsPage(openApiDocument([hostile], PUBLIC_URL), PUBLIC_URL);
    expect(page).not.toMatch(/<(?:script|b|i|u|s|em)>/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot; &#39;text&#39; <code>&lt;b&gt;</code>");
  });

  test("shows members of members by their dotted name, with what a value must keep to", () => {
    const nested = read({
      name: "feeds.list",
      summary: "Lists.",
      scope: "read_feeds",
      http: { method: "GET", path: "/feeds", status: 200 },
      output: dataOf(
        z.array(
          z.strictObject({ size: z.strictObject({ width: z.int().min(1).max(9).nullable() }), tags: z.record(z.string(), z.boolean()) }),
        ),
      ),
      errors: [],
      mcp: { hidden: "a test" },
      run: () => Promise.resolve({ data: [] }),
    });
    const text = textOf(docsPage(openApiDocument([nested], PUBLIC_URL), PUBLIC_URL));
    expect(text).toContain("data[].size.width integer or null");
    expect(text).toContain("data[].tags map to boolean");
  });
});

describe("the list of errors", () => {
  test("explains every code of the catalogue", () => {
    expect(attributes(errors, "id")).toEqual(ERROR_CODES);
  });
});

describe("an example command", () => {
  /** What curl would get from a shell. */
  const shellArguments = (command: string): readonly string[] =>
    execFileSync("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], { env: { FEEDWRIGHT_KEY: "a key" }, encoding: "utf8" })
      .split("\0")
      .slice(0, -1);

  const body = (text: string) => ({ required: true, content: { "application/json": { schema: {}, example: { text } } } });

  test("reaches curl as it is written, quotes and dollars too", () => {
    const text = `it's $HOME "and" \`more\``;
    const command = curlExample({ url: `${PUBLIC_URL}/v1/feeds`, method: "post", parameters: [], body: body(text) });
    const sent = shellArguments(command);
    expect(sent.slice(0, 6)).toEqual(["-X", "POST", `${PUBLIC_URL}/v1/feeds`, "-H", "Authorization: Bearer a key", "-H"]);
    expect(parseJson(sent.at(-1) ?? "")).toEqual({ text });
  });

  test("fills what the path and the query require", () => {
    const parameters: readonly OpenApiParameter[] = [
      { name: "id", in: "path", required: true, description: "", schema: { type: "string" }, example: "12" },
      { name: "from", in: "query", required: true, description: "", schema: { type: "string" }, example: "a b" },
      { name: "page", in: "query", required: false, description: "", schema: { type: "integer" } },
    ];
    const command = curlExample({ url: `${PUBLIC_URL}/v1/feeds/{id}`, method: "get", parameters, body: undefined });
    const [url] = shellArguments(command);
    expect(url).toBe(`${PUBLIC_URL}/v1/feeds/12?from=a%20b`);
  });

  test("sends each operation of the service a body that its schema takes", () => {
    const bodies = OPERATIONS.filter((operation) => operation.body !== null);
    expect(bodies.length).toBeGreaterThan(0);
    for (const operation of bodies) {
      const entry = document.paths[operation.http.path]?.[operation.http.method.toLowerCase()];
      const command = curlExample({
        url: PUBLIC_URL,
        method: "post",
        parameters: [],
        body: entry?.requestBody,
      });
      expect(operation.body?.safeParse(parseJson(shellArguments(command).at(-1) ?? ""))).toMatchObject({ success: true });
    }
  });
});

test("an operation that takes no body is shown without one", () => {
  const bare = write({
    name: "feeds.run",
    summary: "Runs.",
    scope: "write_feeds",
    http: { method: "POST", path: "/feeds", status: 200 },
    output: dataOf(z.string()),
    errors: [],
    audit: "feed.run",
    mcp: { hidden: "a test" },
    run: () => Promise.resolve({ data: "" }),
  });
  const page = docsPage(openApiDocument([bare], PUBLIC_URL), PUBLIC_URL);
  expect(page).not.toContain("<h4>Body");
  expect(page).not.toContain("Content-Type");
});
