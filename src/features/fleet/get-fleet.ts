import { z } from "zod";
import { PageMeta, pageMeta, pageOffset, PageQuery } from "../../kernel/page.ts";
import { type OrganizationCall, organizationRead } from "../operation.ts";
import { Attention, OverviewShape, overviewOf } from "../overview/index.ts";
import { type FleetShopRow, listFleetFacts, listFleetShops } from "./fleet-queries.ts";

const SORTS = ["need", "name", "rows", "findings", "last_run"] as const;
const SEARCH_CHARACTERS_MAX = 200;

const FleetShop = z
  .strictObject({
    id: z.int().meta({ description: "Id of the shop while connected, as `shop_id` takes it; otherwise the invitation's number." }),
    object: z.literal("fleet_shop"),
    domain: z.string().meta({ examples: ["harbour-and-hazel.example"] }),
    name: z
      .string()
      .nullable()
      .meta({
        description: "Null unless the shop is connected. So are `plan`, `subscription_status`, `connected_at` and `overview`.",
        examples: ["Harbour & Hazel"],
      }),
    client_label: z
      .string()
      .nullable()
      .meta({ description: "Name the organization uses for the shop.", examples: ["Harbour"] }),
    connection: z.enum(["pending", "active", "declined"]),
    connected_at: z.iso.datetime().nullable(),
    installed: z.boolean().meta({ description: "Whether the shop can be changed: connected, and not uninstalled." }),
    plan: z
      .string()
      .nullable()
      .meta({ examples: ["growth"] }),
    subscription_status: z
      .string()
      .nullable()
      .meta({ examples: ["active"] }),
    health: z.enum(["error", "warning", "ok", "unknown"]).meta({
      description: "The worst of `overview.attention`, or `ok`. `unknown` unless the shop is connected.",
    }),
    included_count: z.int().nullable().meta({ description: "Rows in the files of all active feeds together." }),
    finding_errors: z.int().nullable().meta({ description: "Errors that channels find in the live runs and that aren't muted." }),
    overview: z.nullable(OverviewShape).meta({ description: "The shop's overview, as `GET /overview` shows it." }),
  })
  .meta({ id: "FleetShop" });
type FleetShop = z.input<typeof FleetShop>;

const Health = FleetShop.shape.health;
const count = z.int().min(0);

export const getFleet = organizationRead({
  name: "org.fleet",
  title: "Get the fleet",
  summary: "Shows all shops of the organization with what needs attention in each, those that need it most first.",
  description:
    "What `GET /overview` says of one shop, for all of them. Needs the scope `read_feeds` too. `attention` includes extracts if the key has `read_exports`, and webhooks if it has `read_webhooks`.",
  scope: "read_org",
  http: { method: "GET", path: "/org/fleet", status: 200 },
  query: z.strictObject({
    ...PageQuery.shape,
    search: z
      .string()
      .max(SEARCH_CHARACTERS_MAX)
      .optional()
      .meta({ description: "Part of a shop's name, domain or label.", examples: ["harbour"] }),
    attention: z
      .enum([...Health.options, ...Attention.shape.code.options])
      .optional()
      .meta({ description: "Only shops of this health, or with this code in `overview.attention`.", examples: ["run_held"] }),
    sort: z.enum(SORTS).default("need").meta({
      description: "`need`: errors, then warnings, then findings. `rows` and `findings`: most first. `last_run`: longest ago first.",
    }),
  }),
  output: z.strictObject({
    data: z.array(FleetShop),
    meta: PageMeta.extend({
      health: z
        .strictObject({ error: count, warning: count, ok: count, unknown: count })
        .meta({ description: "Shops by health, of those that `search` finds." }),
    }).meta({ id: "FleetMeta" }),
  }),
  errors: ["insufficient_scope"],
  mcp: { hidden: "an agent acts for one shop: `list_client_shops` names them, and `feed_health` says what one needs" },
  async run(call, { query }) {
    if (!call.scopes.has("read_feeds"))
      return call.fail("insufficient_scope", "The fleet needs the scope read_feeds too. Use a key that has it.");
    const found = (await listShops(call)).filter((shop) => isFound(shop, query.search));
    const wanted = found.filter((shop) => isWanted(shop, query.attention)).toSorted(ORDERS[query.sort]);
    const offset = pageOffset(query);
    const health = { error: 0, warning: 0, ok: 0, unknown: 0 };
    for (const shop of found) health[shop.health] += 1;
    return { data: wanted.slice(offset, offset + query.per_page), meta: { ...pageMeta(query, wanted.length), health } };
  },
});

async function listShops(call: OrganizationCall): Promise<readonly FleetShop[]> {
  const rows = await listFleetShops(call.organization);
  const seeing = { extracts: call.scopes.has("read_exports"), webhooks: call.scopes.has("read_webhooks") };
  const facts = await listFleetFacts(call.organization, rows, seeing);
  return rows.map((row) => {
    const own = row.shop_id === null ? undefined : facts.get(row.shop_id);
    return shopAnswer(row, own === undefined ? null : overviewOf(own, call));
  });
}

function shopAnswer(row: FleetShopRow, overview: OverviewShape | null): FleetShop {
  const sum = (of: (feed: OverviewShape["feeds"][number]) => number): number | null =>
    overview === null ? null : overview.feeds.reduce((total, feed) => total + of(feed), 0);
  return {
    id: row.shop_id ?? row.invitation_number,
    object: "fleet_shop",
    domain: row.shop_domain ?? row.domain,
    name: row.name,
    client_label: row.client_label,
    connection: row.status,
    connected_at: row.connected_at?.toISOString() ?? null,
    installed: row.shop_id !== null && row.uninstalled_at === null,
    plan: row.subscription_plan,
    subscription_status: row.subscription_status,
    health: overview === null ? "unknown" : (overview.attention[0]?.severity ?? "ok"),
    included_count: sum(({ live_run: live }) => live?.included_count ?? 0),
    finding_errors: sum(({ findings }) => findings.errors),
    overview,
  };
}

function isFound({ name, domain, client_label: label }: FleetShop, search = ""): boolean {
  const wanted = search.trim().toLowerCase();
  return [name, domain, label].some((text) => text?.toLowerCase().includes(wanted) === true);
}

function isWanted({ health, overview }: FleetShop, attention: string | undefined): boolean {
  if (attention === undefined || attention === health) return true;
  return overview?.attention.some(({ code }) => code === attention) ?? false;
}

type Order = (a: FleetShop, b: FleetShop) => number;

const byName: Order = (a, b) => nameOf(a).localeCompare(nameOf(b), "en", { sensitivity: "base", numeric: true }) || a.id - b.id;
const nameOf = ({ client_label: label, name, domain }: FleetShop): string => label ?? name ?? domain;
/** Highest first; shops that nothing is known of come last. */
const byMost =
  (of: (shop: FleetShop) => number | null): Order =>
  (a, b) =>
    (of(b) ?? -1) - (of(a) ?? -1) || byName(a, b);
const attentionCount =
  (severity: "error" | "warning") =>
  ({ overview }: FleetShop): number | null =>
    overview?.attention.filter((one) => one.severity === severity).length ?? null;

function lastRunAt({ overview }: FleetShop): number {
  const times = overview?.feeds.flatMap(({ live_run: live }) => [live?.completed_at ?? []].flat().map((at) => Date.parse(at))) ?? [];
  return overview === null ? Number.MAX_SAFE_INTEGER : Math.min(...times, Number.MAX_SAFE_INTEGER - 1);
}

const ORDERS: Readonly<Record<(typeof SORTS)[number], Order>> = {
  need: (a, b) =>
    (attentionCount("error")(b) ?? -1) - (attentionCount("error")(a) ?? -1) ||
    (attentionCount("warning")(b) ?? -1) - (attentionCount("warning")(a) ?? -1) ||
    byMost(({ finding_errors: errors }) => errors)(a, b),
  name: byName,
  rows: byMost(({ included_count: rows }) => rows),
  findings: byMost(({ finding_errors: errors }) => errors),
  last_run: (a, b) => lastRunAt(a) - lastRunAt(b) || byName(a, b),
};
