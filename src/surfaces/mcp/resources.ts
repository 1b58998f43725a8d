import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { members } from "../../kernel/unsafe.ts";
import type { Arguments } from "./flat-arguments.ts";
import type { ToolResult } from "./tool-result.ts";

/** What a client may attach to a conversation. Each is what a reading tool answers, for callers that may use that tool. */
export interface ResourceKind {
  /** With `{variables}`, each one segment. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tool: string;
  /** The tool's argument that a variable is. */
  readonly argumentOf: Readonly<Record<string, string>>;
}

export const RESOURCE_KINDS: readonly ResourceKind[] = [
  {
    uri: "feedwright://rule-language",
    name: "rule-language",
    title: "Rule language",
    description: "Every rule type, operator and function, with one line about each.",
    tool: "rule_language",
    argumentOf: {},
  },
  {
    uri: "feedwright://functions/{name}",
    name: "function",
    title: "Function",
    description: "One function of the rule language in full, with examples.",
    tool: "rule_language",
    argumentOf: { name: "topic" },
  },
  {
    uri: "feedwright://feeds/{id}/config",
    name: "feed-config",
    title: "Feed configuration",
    description: "A feed's whole definition: settings, mappings, columns, rules, cells and tests.",
    tool: "feed_config",
    argumentOf: { id: "feed_id" },
  },
  {
    uri: "feedwright://feeds/{id}/runs/latest",
    name: "latest-run",
    title: "Latest run",
    description: "A feed's newest run: its counts, and whether its files went live.",
    tool: "latest_run",
    argumentOf: { id: "feed_id" },
  },
  {
    uri: "feedwright://channels/{slug}/attributes",
    name: "channel-attributes",
    title: "Channel attributes",
    description: "Attributes that a channel's file can have.",
    tool: "channel_attributes",
    argumentOf: { slug: "slug" },
  },
];

/** Calls a tool for the caller. */
export type CallByName = (tool: string, given: Arguments) => Promise<ToolResult>;

interface ReadResource {
  /** The SDK's results have this open form. */
  readonly [member: string]: unknown;
  readonly contents: { uri: string; mimeType: string; text: string }[];
}

/** Throws the protocol's error for a resource there isn't, or that the caller may not read. */
export async function readResource(uri: string, kinds: readonly ResourceKind[], call: CallByName): Promise<ReadResource> {
  for (const kind of kinds) {
    const variables = variablesOf(uri, kind.uri);
    if (variables === undefined) continue;
    const given = Object.fromEntries(Object.entries(variables).map(([name, value]) => [kind.argumentOf[name] ?? name, value]));
    const { structuredContent, isError } = await call(kind.tool, given);
    if (isError === true) throw refusal(uri, members(structuredContent["error"]));
    return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(structuredContent) }] };
  }
  throw new ResourceNotFoundError(uri);
}

const MISSING: readonly unknown[] = ["resource_not_found", "invalid_request", "no_feed"];

function refusal(uri: string, { code, message }: Readonly<Record<string, unknown>>): ProtocolError {
  if (MISSING.includes(code)) return new ResourceNotFoundError(uri);
  const kind = code === "insufficient_scope" ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, `${String(code)}: ${String(message)}`, { code });
}

/** What the variables of the template are in this URI; undefined where it's another one's. */
function variablesOf(uri: string, template: string): Readonly<Record<string, string>> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  const form = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "([^/?#]{1,300})")}$`);
  const found = form.exec(uri);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? "")]));
  } catch {
    return undefined;
  }
}

/** Resources that can be named now: those without variables, and the two of each feed. */
export async function listResources(kinds: readonly ResourceKind[], call: CallByName): Promise<object[]> {
  const feeds = kinds.some(({ uri }) => uri.includes("/feeds/")) ? await feedNames(call) : [];
  return kinds.flatMap((kind) => {
    if (!kind.uri.includes("{")) return [listed(kind, kind.uri, kind.title)];
    if (!kind.uri.includes("/feeds/")) return [];
    return feeds.map(({ id, name }) => listed(kind, kind.uri.replace("{id}", id), `${kind.title}: ${name}`));
  });
}

function listed({ name, description }: ResourceKind, uri: string, title: string): object {
  const own = uri.slice("feedwright://".length).replaceAll("/", "-");
  return { uri, name: uri.includes("/feeds/") ? own : name, title, description, mimeType: "application/json" };
}

export function resourceTemplates(kinds: readonly ResourceKind[]): object[] {
  const templates = kinds.filter(({ uri }) => uri.includes("{"));
  return templates.map(({ uri, name, title, description }) => ({
    uriTemplate: uri,
    name,
    title,
    description,
    mimeType: "application/json",
  }));
}

/** As many as anybody chooses from a list. */
const FEEDS_LISTED_MAX = 100;

async function feedNames(call: CallByName): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { structuredContent } = await call("list_feeds", { per_page: FEEDS_LISTED_MAX });
  const { data } = structuredContent;
  if (!Array.isArray(data)) return [];
  return data.map(members).map(({ id, display_name: name }) => ({ id: String(id), name: String(name) }));
}

const COMPLETIONS_MAX = 100;

/** Values of a template's or prompt's variable that begin as `written` does. */
export async function completeVariable(variable: string, written: string, call: CallByName): Promise<string[]> {
  const begins = (value: string): boolean => value.toLowerCase().startsWith(written.toLowerCase());
  return (await valuesOf(variable, call)).filter(begins).slice(0, COMPLETIONS_MAX);
}

async function valuesOf(variable: string, call: CallByName): Promise<readonly string[]> {
  if (variable === "id" || variable === "feed_id") return (await feedNames(call)).map(({ id }) => id);
  if (variable === "slug") return namesIn((await call("channel_status", { per_page: COMPLETIONS_MAX })).structuredContent["data"], "slug");
  if (variable === "name") return namesIn(members((await call("rule_language", {})).structuredContent["data"])["functions"], "name");
  return [];
}

function namesIn(list: unknown, member: string): readonly string[] {
  return Array.isArray(list) ? list.map((item) => String(members(item)[member])) : [];
}
