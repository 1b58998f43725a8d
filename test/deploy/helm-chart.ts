import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { members } from "../../src/kernel/unsafe.ts";
import { renderTemplates } from "./go-template/render-template.ts";

export const CHART = new URL("../../deploy/helm/feedwright/", import.meta.url).pathname;

/** Our chart, rendered as `helm template` would, with the release's name and values of the caller over the chart's own. */
export async function renderChart(values: object, release = "shop-feeds"): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const chart = members(parse(await readFile(join(CHART, "Chart.yaml"), "utf8")));
  const root = {
    Chart: { Name: chart["name"], Version: chart["version"], AppVersion: chart["appVersion"] },
    Release: { Name: release, Namespace: "feeds", Service: "Helm" },
    Values: merged(await chartValues(), values),
    Files: {},
  };
  const rendered = renderTemplates({ templates: await filesOf("templates"), files: prefixed("files", await filesOf("files")) }, root);
  return [...rendered].filter(([name]) => name.endsWith(".yaml")).flatMap(([name, text]) => documentsOf(name, text));
}

export async function chartValues(): Promise<unknown> {
  return parse(await readFile(join(CHART, "values.yaml"), "utf8"));
}

async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(join(CHART, folder));
  const texts = await Promise.all(names.map((name) => readFile(join(CHART, folder, name), "utf8")));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}

function prefixed(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

function documentsOf(name: string, text: string): readonly Readonly<Record<string, unknown>>[] {
  const documents = parseAllDocuments(text);
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${String(document.errors[0])}\n${text}`);
    const value: unknown = document.toJS();
    return value === null ? [] : [members(value)];
  });
}

/** Helm merges maps and replaces everything else. */
export function merged(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over === undefined ? base : over;
  const keys = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(members(base)[key], members(over)[key])]));
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
