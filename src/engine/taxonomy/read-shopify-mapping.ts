import { members, parseJson } from "../../kernel/unsafe.ts";
import { linesOf, readNotes } from "./edition-notes.ts";
import { GOOGLE_VERSION } from "./google-taxonomy.ts";
import { type MappedCategory, SHOPIFY_VERSION, type ShopifyMapping } from "./shopify-mapping.ts";
import { cutFault, editionFault, requireLastLine, wholeLines } from "./taxonomy-limits.ts";

/**
 * The files that hold Shopify's mapping to Google's taxonomy: Shopify's JSON, with ids and paths; Shopify's text, with pairs of paths
 * (`→ A > B`, `⇒ C > D`); and lines of id, Google's id and path parted by tabs, which is how we keep it.
 */
export function readShopifyMapping(text: string, what: string): ShopifyMapping {
  const start = text.replace(/^\uFEFF/u, "").trimStart();
  if (start.startsWith("{")) return readJson(text, what);
  const lines = wholeLines(start);
  const read = /^→/mu.test(lines) ? readPairs(lines, what) : readTabs(lines, what);
  requireLastLine(what, text);
  return read;
}

function readJson(text: string, what: string): ShopifyMapping {
  const [found] = arrayOf(members(parsed(text, what))["mappings"]).map(members);
  const [edition, googleEdition] = versionsOf(`${textOf(found?.["input_taxonomy"])} ${textOf(found?.["output_taxonomy"])}`);
  const categories = arrayOf(found?.["rules"]).map((rule): MappedCategory => {
    const from = members(members(members(rule)["input"])["category"]);
    const [to] = arrayOf(members(members(rule)["output"])["category"]).map(members);
    return { id: tailOf(textOf(from["id"])), path: textOf(from["full_name"]), google: tailOf(textOf(to?.["id"])) };
  });
  return { edition, googleEdition, notes: {}, categories };
}

function parsed(text: string, what: string): unknown {
  try {
    return parseJson(text.replace(/^\uFEFF/u, ""));
  } catch {
    throw isUnfinished(text) ? cutFault(what, text) : editionFault(what, "it isn't valid JSON");
  }
}

/** Whether a JSON text ends within a string, an object or a list. */
function isUnfinished(text: string): boolean {
  const marks = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"/gsu, "").replaceAll(/[^"{}[\]]/gu, "");
  const open = marks.match(/[{[]/gu)?.length ?? 0;
  return marks.includes('"') || open > (marks.match(/[}\]]/gu)?.length ?? 0);
}

/** The mapping names a category of Google in the line below Shopify's. One that has none below it has none. */
function readPairs(text: string, what: string): ShopifyMapping {
  const categories: MappedCategory[] = [];
  let path: string | undefined;
  const keep = (google: string): void => {
    if (path !== undefined) categories.push({ id: "", path, google });
    path = undefined;
  };
  for (const line of linesOf(text)) {
    if (line.startsWith("→")) {
      keep("");
      path = line.slice(1).trim();
    } else if (line.startsWith("⇒")) {
      if (path === undefined) throw editionFault(what, "a line with ⇒ has no line with → above it");
      keep(line.slice(1).trim());
    }
  }
  keep("");
  const [edition, googleEdition] = versionsOf(text.slice(0, text.indexOf("→")));
  return { edition, googleEdition, notes: {}, categories };
}

const HEADER = "shopify_category_id\t";
/** As Shopify names its files, which say in themselves what they are. */
const NAMED = /shopify[-_](\d{4}-\d{2})[-_]to[-_]google[-_](\d{4}-\d{2}-\d{2})/u;

function readTabs(text: string, what: string): ShopifyMapping {
  const [ofShopify = "", ofGoogle = null] = NAMED.exec(what)?.slice(1) ?? [];
  const { [SHOPIFY_VERSION]: edition = ofShopify, [GOOGLE_VERSION]: googleEdition = ofGoogle, ...notes } = readNotes(text);
  const categories: MappedCategory[] = [];
  let nth = 0;
  for (const line of linesOf(text)) {
    nth += 1;
    if (line === "" || line.startsWith("#") || line.startsWith(HEADER)) continue;
    const [id, google, path, ...more] = line.split("\t");
    if (id === undefined || google === undefined || path === undefined || more.length > 0)
      throw editionFault(what, `line ${nth} isn't \`<Shopify's id>\`, \`<Google's id>\` and \`<path>\` separated by tabs`);
    categories.push({ id, google, path });
  }
  return { edition, googleEdition, notes, categories };
}

/** `shopify/2026-08` and `google/2021-09-21` in a text. */
function versionsOf(text: string): readonly [edition: string, googleEdition: string | null] {
  return [/shopify\/(\S+)/u.exec(text)?.[1] ?? "", /google\/(\S+)/u.exec(text)?.[1] ?? null];
}

const tailOf = (gid: string): string => gid.slice(gid.lastIndexOf("/") + 1);
const textOf = (value: unknown): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
