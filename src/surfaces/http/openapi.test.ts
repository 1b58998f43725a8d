import { describe, expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "../../features/operations.ts";
import { type AnyOperation, read, write } from "../../features/operation.ts";
import { ERRORS } from "../../kernel/errors.ts";
import { dataOf } from "../../kernel/page.ts";
import { branded, members, parseJson } from "../../kernel/unsafe.ts";
import type { OpenApiDocument, OpenApiResponse } from "./openapi-document.ts";
import { ErrorShape } from "./openapi-errors.ts";
import { openApiDocument } from "./openapi.ts";
import recorded from "./openapi-examples.json" with { type: "json" };

const PUBLIC_URL = "https://feeds.example";
const document = openApiDocument(OPERATIONS, PUBLIC_URL);

/** Every object of a document, with where it stands. */
function* nodesOf(node: unknown, place = "#"): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (typeof node !== "object" || node === null) return;
  yield [place, members(node)];
  for (const [name, child] of Object.entries(node)) yield* nodesOf(child, `${place}/${name}`);
}

function danglingReferences(root: object): readonly string[] {
  return [...nodesOf(root)]
    .filter(([, node]) => typeof node["$ref"] === "string")
    .filter(([, node]) => resolved(root, String(node["$ref"])) === undefined)
    .map(([place, node]) => `${place} → ${String(node["$ref"])}`);
}

function resolved(root: object, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((node, name) => members(node)[name], root);
}

/** What the document shows of a route's body and success. */
function examplesOf({ paths }: OpenApiDocument, { path, method, status }: AnyOperation["http"]) {
  const entry = paths[path]?.[method.toLowerCase()];
  const response = entry?.responses[String(status)];
  const content = response !== undefined && "content" in response ? response.content : undefined;
  const answer: unknown = members(Object.values(members(content))[0])["example"];
  return { sent: entry?.requestBody?.content["application/json"].example, answer };
}

/** Whether all that was sent is there; what is answered may have more members. */
function includes(answered: unknown, sent: unknown): boolean {
  if (typeof sent !== "object" || sent === null) return answered === sent;
  const names = Object.entries(sent);
  return names.every(([name, value]) => includes(members(answered)[name], value));
}

const sameInstant = (a: unknown, b: unknown): boolean => typeof a === "string" && typeof b === "string" && Date.parse(a) === Date.parse(b);

const described = (operation: AnyOperation) => {
  const found = openApiDocument([operation], PUBLIC_URL);
  const [methods = {}] = Object.values(found.paths);
  const [entry] = Object.values(methods);
  if (entry === undefined) throw new Error("the operation is missing");
  return { document: found, entry };
};

const output = dataOf(z.strictObject({ id: z.string() }));
const reading = {
  name: "things.list",
  title: "List things",
  summary: "Lists things.",
  scope: "read_feeds",
  errors: [],
  mcp: { hidden: "a test" },
} as const;
const writing = { ...reading, name: "things.change", scope: "write_feeds", audit: "thing.changed" } as const;
const route = { method: "GET", path: "/things", status: 200 } as const;
const run = () => Promise.resolve({ data: { id: "1" } });

describe("the document of the service", () => {
  test("is of version 3.1.0, names the service and starts all paths at /v1", () => {
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "Feedwright", version: "1.0.0" },
      servers: [{ url: `${PUBLIC_URL}/v1` }],
    });
  });

  test("refers to nothing that it does not hold", () => {
    expect([...nodesOf(document)].filter(([, node]) => "$ref" in node).length).toBeGreaterThan(50);
    expect(danglingReferences(document)).toEqual([]);
  });

  test("holds no component that nothing refers to", () => {
    const used = new Set([...nodesOf(document)].map(([, node]) => node["$ref"]));
    const { securitySchemes: _, ...components } = document.components;
    const held = Object.entries(components).flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
    expect(held.filter((reference) => !used.has(reference))).toEqual([]);
  });

  test("holds every operation once, under its route", () => {
    const held = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    expect(held.toSorted()).toEqual(OPERATIONS.map(({ name, http }) => `${name} ${http.method} ${http.path}`).toSorted());
  });

  test("describes every tag an operation has", () => {
    const tags = new Map(document.tags.map(({ name, description }) => [name, description]));
    for (const operation of entries()) expect(operation.tags.map((tag) => tags.get(tag) ?? "")).not.toContain("");
  });

  test("names in each path's parameters exactly what the path names", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const required = parameters.filter((parameter) => "in" in parameter && parameter.in === "path" && parameter.required);
        expect(required.map((parameter) => members(parameter)["name"])).toEqual(named);
      }
    }
  });

  test("says of every operation more than its summary, and of every parameter what it is, with a value", () => {
    for (const { operationId, description = "", parameters } of entries()) {
      expect(`${operationId}: ${description}`).toMatch(/: .{10}/);
      const own = parameters.flatMap((parameter) => ("name" in parameter ? [parameter] : []));
      expect(own.filter((parameter) => parameter.description === "" || parameter.example === undefined)).toEqual([]);
    }
  });

  test("shows for every body and answer an example that its schema takes", () => {
    for (const { name, http, body, output: answered } of OPERATIONS) {
      const { sent, answer } = examplesOf(document, http);
      const taken = http.status === 204 ? z.undefined() : answered;
      expect([name, taken.safeParse(answer).error]).toEqual([name, undefined]);
      expect([name, body?.safeParse(sent).error]).toEqual([name, undefined]);
    }
  });

  test("shows no text that stands for any other; the rules' functions have parameters of that name", () => {
    const shows = OPERATIONS.filter(({ http }) => /(?<!"type"):"text"/.test(JSON.stringify(examplesOf(document, http))));
    expect(shows.map(({ name }) => name)).toEqual(["rules.functions"]);
  });

  test("shows a key itself, and a webhook's secret, where they are made and nowhere else", () => {
    const shows = (member: string) =>
      OPERATIONS.filter(({ http }) => member in members(members(examplesOf(document, http).answer)["data"])).map(({ name }) => name);
    expect(shows("raw_key")).toEqual(OPERATIONS.filter(({ name }) => /(?:keys\.create|create_\w*key)$/.test(name)).map(({ name }) => name));
    expect(shows("secret")).toEqual(["webhooks.create", "webhooks.rotate_secret"]);
    const lists = OPERATIONS.flatMap(({ http }) => [members(examplesOf(document, http).answer)["data"]].filter(Array.isArray));
    expect([...nodesOf(lists)].filter(([, node]) => "raw_key" in node || "secret" in node)).toEqual([]);
  });

  test("answers what was sent: members of a body and an answer that have one name have one value", () => {
    const differing = OPERATIONS.flatMap(({ name, http }) => {
      const { sent, answer } = examplesOf(document, http);
      const data = members(members(answer)["data"]);
      return Object.entries(members(sent))
        .filter(([member]) => member in data)
        .filter(([member, value]) => !sameInstant(value, data[member]) && !includes(data[member], value))
        .map(([member]) => `${name} ${member}`);
    });
    // These are answered in another form than they are sent in.
    expect(differing).toEqual([
      "cells.set_many rows",
      "rules.create rule",
      "rules.update rule",
      "config.put rules",
      "feed_channels.assign settings",
      "admin.install_shop storefront",
    ]);
  });

  test("shows recorded examples of nothing that is not there", () => {
    const known = document.components.schemas;
    expect(Object.keys(recorded).filter((name) => known[name] === undefined)).toEqual([]);
  });

  test("shows details of every error whose sentence speaks of them, in the form of errors", () => {
    const shown = [...nodesOf(document)].flatMap(([, { value }]) => (members(value)["error"] === undefined ? [] : [value]));
    expect(shown.length).toBeGreaterThan(30);
    const unexplained = shown.map((value) => ErrorShape.parse(value).error).filter(({ details }) => details.length === 0);
    expect(unexplained.filter(({ message }) => message.includes("`details`"))).toEqual([]);
  });

  test("gives every code of an operation in the response of its status, with an example that says where it is explained", () => {
    for (const operation of entries()) {
      for (const code of operation["x-feedwright-codes"]) {
        const response = operation.responses[String(ERRORS[code].status)];
        const held = response !== undefined && "$ref" in response ? resolved(document, response.$ref) : response;
        expect(held).toMatchObject({
          content: {
            "application/json": { examples: { [code]: { value: { error: { code, doc_url: `${PUBLIC_URL}/docs/errors#${code}` } } } } },
          },
        });
      }
    }
  });

  test("names the codes an operation declares and those every request can meet", () => {
    const listed = new Map(entries().map((operation) => [operation.operationId, operation["x-feedwright-codes"]]));
    for (const { name, errors } of OPERATIONS) {
      expect(listed.get(name)).toEqual(
        expect.arrayContaining([...errors, "unauthorized", "insufficient_scope", "rate_limited", "internal_error", "unavailable"]),
      );
    }
  });

  test("is plain JSON and the same text each time", () => {
    const text = JSON.stringify(document);
    expect(parseJson(text)).toEqual(document);
    expect(JSON.stringify(openApiDocument(OPERATIONS, PUBLIC_URL))).toBe(text);
  });
});

const entries = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe("an operation in the document", () => {
  test("takes in its path what a client writes, whatever it becomes inside", () => {
    const path = z.strictObject({ id: z.string().transform(Number) });
    const { entry } = described(read({ ...reading, http: { ...route, path: "/things/{id}" }, path, output, run }));
    expect(entry.parameters[0]).toMatchObject({ name: "id", in: "path", required: true, schema: { type: "string" } });
  });

  test("says the numbers and choices of its query with their bounds and defaults, and keeps the descriptions", () => {
    const query = z.strictObject({
      page: z.string().transform(Number).pipe(z.int().min(1).max(9)).default(1).meta({ description: "Page." }),
      order: z.enum(["asc", "desc"]),
    });
    const { entry } = described(read({ ...reading, http: route, query, output, run }));
    const page = { type: "integer", minimum: 1, maximum: 9, default: 1 };
    expect(entry.parameters.slice(0, 2)).toEqual([
      { name: "page", in: "query", required: false, description: "Page.", schema: page, example: 1 },
      { name: "order", in: "query", required: true, description: "", schema: { type: "string", enum: ["asc", "desc"] }, example: "asc" },
    ]);
  });

  test("takes the shop of an organization key, and an idempotency key when it is no GET", () => {
    const shop = { $ref: "#/components/parameters/ShopId" };
    expect(described(read({ ...reading, http: route, output, run })).entry.parameters).toEqual([shop]);
    const http = { method: "POST", path: "/things", status: 201 } as const;
    const posted = { method: "POST", path: "/things", status: 200 } as const;
    for (const operation of [write({ ...writing, http, output, run }), read({ ...reading, http: posted, output, run })])
      expect(described(operation).entry.parameters).toEqual([shop, { $ref: "#/components/parameters/IdempotencyKey" }]);
  });

  test.each([
    [true, z.strictObject({ name: z.string() })],
    [false, z.strictObject({ name: z.string().default("a") })],
    [false, z.strictObject({ name: z.string().optional() })],
  ])("requires its body (%s) when a member of it is required", (required, body) => {
    const { entry } = described(write({ ...writing, http: { method: "POST", path: "/things", status: 201 }, body, output, run }));
    expect(entry.requestBody?.required).toBe(required);
  });

  test("has no body when it takes none", () => {
    const { entry } = described(write({ ...writing, http: { method: "POST", path: "/things", status: 201 }, output, run }));
    expect(entry).not.toHaveProperty("requestBody");
  });

  test("answers 204 without content", () => {
    const http = { method: "DELETE", path: "/things", status: 204 } as const;
    const { entry } = described(write({ ...writing, http, output: z.undefined(), run: () => Promise.resolve(undefined) }));
    expect(entry.responses["204"]).not.toHaveProperty("content");
  });

  test("answers its own codes beside those of the surface in one response per status", () => {
    const http = { method: "POST", path: "/things", status: 201 } as const;
    const { entry } = described(write({ ...writing, http, output, errors: ["feed_inactive"], run }));
    const response = branded<OpenApiResponse>(entry.responses["422"]);
    expect(Object.keys(response.content?.["application/json"]?.examples ?? {})).toEqual([
      "validation_failed",
      "idempotency_key_reused",
      "storage_quota_exceeded",
      "feed_inactive",
    ]);
    expect(Object.keys(entry.responses)).toEqual(["201", "400", "401", "403", "409", "413", "415", "422", "429", "500", "503"]);
  });

  test("is read without codes that only a body can earn", () => {
    const { entry } = described(read({ ...reading, http: route, output, run }));
    expect(Object.keys(entry.responses)).toEqual(["200", "400", "401", "403", "429", "500", "503"]);
  });
});

describe("schemas in the document", () => {
  test("describe what is sent, not what it is parsed to", () => {
    const answer = dataOf(
      z.strictObject({ at: z.iso.datetime().transform(Date), note: z.string().default("").meta({ description: "A note." }) }),
    );
    const { entry } = described(
      read({ ...reading, http: route, output: answer, run: () => Promise.resolve({ data: { at: "2026-01-01T00:00:00Z" } }) }),
    );
    expect(entry.responses["200"]).toMatchObject({
      content: {
        "application/json": {
          schema: {
            properties: {
              data: { required: ["at"], properties: { at: { type: "string", format: "date-time" }, note: { description: "A note." } } },
            },
          },
        },
      },
    });
  });

  test("with a name stand among the components once, whoever uses them", () => {
    const Thing = z.strictObject({ id: z.string() }).meta({ id: "Thing" });
    const { document: found } = described(
      write({
        ...writing,
        http: { method: "PUT", path: "/things", status: 200 },
        body: Thing,
        output: dataOf(z.array(Thing)),
        run: () => Promise.resolve({ data: [] }),
      }),
    );
    expect(Object.keys(found.components.schemas)).toEqual(["Error", "Thing"]);
    expect(danglingReferences(found)).toEqual([]);
  });

  test("that hold themselves get a name of their own operation", () => {
    interface Tree {
      readonly below: readonly Tree[];
    }
    const treeOf = (): z.ZodType<Tree> => {
      const tree: z.ZodType<Tree> = z.strictObject({ below: z.array(z.lazy(() => tree)) });
      return tree;
    };
    const http = { method: "POST", path: "/things", status: 201 } as const;
    const body = (kind: z.ZodType) => z.strictObject({ tree: treeOf(), kind });
    const one = write({ ...writing, http, body: body(z.string()), output, run });
    const two = write({ ...writing, name: "trees.change", http: { ...http, path: "/trees" }, body: body(z.int()), output, run });
    const found = openApiDocument([one, two], PUBLIC_URL);
    expect(Object.keys(found.components.schemas)).toEqual(["Error", "ThingsChangeBody0", "TreesChangeBody0"]);
    expect(danglingReferences(found)).toEqual([]);
  });

  test("of one name that differ are refused", () => {
    const Thing = (member: z.ZodString) => dataOf(z.strictObject({ id: member }).meta({ id: "Thing" }));
    const one = read({ ...reading, http: route, output: Thing(z.string()), run });
    const two = read({ ...reading, name: "things.get", http: { ...route, path: "/other" }, output: Thing(z.string().max(3)), run });
    expect(() => openApiDocument([one, two], PUBLIC_URL)).toThrow("two schemas are called Thing");
  });
});
