import { z } from "zod";
import { printRule } from "../../engine/rules/print-rule.ts";
import { formatId, storedId } from "../../kernel/ids.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { listOf } from "../../kernel/page.ts";
import { organizationBehind } from "../keys/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { findProducts } from "./find-products.ts";
import { listNamed, type NamedRow } from "./search-queries.ts";
import { type Hit, HitShape } from "./search-shapes.ts";

const HITS_MAX = 20;
const SEARCH_CHARACTERS_MAX = 200;

const SCOPES: Readonly<Record<NamedRow["kind"], Scope>> = {
  feed: "read_feeds",
  rule: "read_rules",
  lookup: "read_rules",
  webhook: "read_webhooks",
};

export const find = read({
  name: "search.find",
  title: "Search the shop",
  summary: "Finds products, feeds, rules, lookup tables and webhooks by id, name or title.",
  description:
    "Exact matches come first: an id, a SKU, a GTIN (leading zeros don't count), a handle or a name. Then come products whose title contains every word of `q`, then feeds by name, slug or file name, rules by note, reason or target, lookup tables by name, and webhooks by URL. Products are those of the live snapshot, one hit each. Case doesn't matter. The search covers only what the key may read.",
  scope: "read_feeds",
  alsoFor: ["read_products", "read_rules", "read_webhooks"],
  http: { method: "GET", path: "/search", status: 200 },
  query: z.strictObject({
    q: z
      .string()
      .trim()
      .min(1)
      .max(SEARCH_CHARACTERS_MAX)
      .meta({ description: "Search term.", examples: ["LS-NAVY-M"] }),
    limit: z
      .string()
      .regex(/^[0-9]{1,2}$/, `must be an integer from 1 to ${HITS_MAX}`)
      .transform(Number)
      .pipe(z.int().min(1).max(HITS_MAX))
      .default(HITS_MAX)
      .meta({ description: "Number of hits at most.", examples: [10] }),
  }),
  output: listOf(HitShape),
  errors: [],
  mcp: { hidden: "`product` finds products for an agent, and the list tools name everything else." },
  async run(call, { query: { q, limit } }) {
    const [products, others] = await Promise.all([
      call.scopes.has("read_products") ? findProducts(call, q, limit) : [],
      findNamed(call, q),
    ]);
    const [exact, rest] = [[...products, ...others].filter(({ isExact }) => isExact), others.filter(({ isExact }) => !isExact)];
    const titles = products.filter(({ isExact }) => !isExact);
    const room = Math.max(0, limit - exact.length);
    // Titles are many; what the shop itself named is not crowded out by them.
    const kept = rest.slice(0, Math.max(Math.floor(room / 2), room - titles.length));
    const hits = [...exact.slice(0, limit), ...titles.slice(0, room - kept.length), ...kept];
    return { data: hits.map(({ answer }) => answer) };
  },
});

async function findNamed({ shop, scopes, actor }: ShopCall, text: string): Promise<readonly Hit[]> {
  const kinds = (["feed", "rule", "lookup", "webhook"] as const).filter((kind) => scopes.has(SCOPES[kind]));
  const rows = await listNamed(shop, { text, kinds, organizationId: organizationBehind(actor) });
  return rows.map(({ kind, id, title, detail, feed_id: feedId, definition, exact }) => ({
    isExact: exact,
    answer: {
      object: "search_hit",
      kind,
      id,
      title: definition === null ? title : printRule(definition),
      detail,
      feed_id: feedId === null ? null : formatId("feed", storedId("feed", feedId)),
      matched: "name",
    },
  }));
}
