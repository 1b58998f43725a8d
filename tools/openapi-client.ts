import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { runTool } from "./tool-packages.ts";

/**
 * The types of the client that the console and our tests use, made from the OpenAPI document by the same generator that anyone else would take.
 * Answers that are errors have one shape, and texts for people say nothing to a compiler: both stay out.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENT = path.join(ROOT, "docs/reference/openapi.json");
export const CLIENT_TYPES = "console/src/api/openapi-types.d.ts";
const CLIENT_ROUTES = "console/src/api/operations.ts";

const HEADER = "/* Made from docs/reference/openapi.json by `npm run generate:client`. */\n";

/** What a generated file holds, by its path. */
function generated(): Readonly<Record<string, string>> {
  return { [CLIENT_TYPES]: clientTypes(), [CLIENT_ROUTES]: clientRoutes() };
}

/** Where each operation is, and whether it acts for a shop: all that the console has to know at run time. */
function clientRoutes(): string {
  const paths = Object.entries(members(members(parseJson(readFileSync(DOCUMENT, "utf8")))["paths"]));
  const lines = paths.flatMap(([route, methods]) =>
    Object.entries(members(methods)).map(([method, operation]) => {
      const { operationId, parameters } = members(operation);
      const isForShop = JSON.stringify(parameters ?? []).includes(SHOP_PARAMETER);
      return `  "${String(operationId)}": "${method.toUpperCase()} ${route}${isForShop ? " shop" : ""}",\n`;
    }),
  );
  return `${HEADER}export const OPERATIONS = {\n${lines.join("")}} as const;\n`;
}

const SHOP_PARAMETER = "#/components/parameters/ShopId";

function clientTypes(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "feedwright-client-"));
  try {
    const [slim, types] = [path.join(folder, "openapi.json"), path.join(folder, "types.d.ts")];
    writeFileSync(slim, JSON.stringify(slimmed(parseJson(readFileSync(DOCUMENT, "utf8")))));
    const { failed, output } = runTool("openapi", "openapi-typescript", [
      slim,
      "--immutable",
      "--default-non-nullable=false",
      "--output",
      types,
    ]);
    if (failed) throw new Error(`openapi-typescript failed:\n${output}`);
    return HEADER + withoutPaths(readFileSync(types, "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function writeClientTypes(): void {
  for (const [file, text] of Object.entries(generated())) writeFileSync(path.join(ROOT, file), text);
}

/** Null where the committed files are those of the document. */
export function clientFault(): string | null {
  const stale = Object.entries(generated()).find(([file, text]) => readFileSync(path.join(ROOT, file), "utf8") !== text);
  return stale === undefined ? null : `${stale[0]} is not that of docs/reference/openapi.json. Run npm run generate:client and commit it.`;
}

function slimmed(document: unknown): unknown {
  const { components, paths, ...rest } = members(document);
  const { headers: _, responses: __, ...kept } = members(components);
  return withoutTexts({ ...rest, components: kept, paths: mapValues(paths, (methods) => mapValues(methods, succeeding)) });
}

function succeeding(operation: unknown): unknown {
  const { responses, ...rest } = members(operation);
  const answers = Object.entries(members(responses)).filter(([status]) => status.startsWith("2"));
  return { ...rest, responses: Object.fromEntries(answers.map(([status, answer]) => [status, { ...members(answer), headers: {} }])) };
}

/** A member of a schema may be called `example` too: its schema is an object, and so is an example of one; only texts and media go. */
function withoutTexts(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutTexts);
  if (typeof node !== "object" || node === null) return node;
  const isMedia = "schema" in node;
  const kept = Object.entries(node).filter(
    ([name, value]) => !((name === "description" || name === "summary") && typeof value === "string") && !(isMedia && name === "example"),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutTexts(value)]));
}

function mapValues(record: unknown, change: (value: unknown) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members(record)).map(([name, value]) => [name, change(value)]));
}

/** Operations are called by their names, so the same once more by path is not needed. */
function withoutPaths(types: string): string {
  return types.replace(/export interface paths \{[^]*?\n\}\n/, "").replace(/\/\*\*\n \* This file was auto-generated[^]*?\*\/\n\n/, "");
}
