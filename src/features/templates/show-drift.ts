import { z } from "zod";
import { idSchema, formatId, storedId } from "../../kernel/ids.ts";
import { pageMeta, pageOf, pageOffset, PageQuery } from "../../kernel/page.ts";
import { compareDocument, ConfigChangeShape } from "../config/index.ts";
import { type OrganizationCall, organizationRead } from "../operation.ts";
import { TemplatePath } from "./template-shapes.ts";
import { renderForShops, type RenderedShop } from "./template-targets.ts";

const CHANGES_MAX = 50;

const Drift = z
  .strictObject({
    object: z.literal("template_drift"),
    shop_id: z.int(),
    shop_name: z.string().meta({ examples: ["Harbour & Hazel"] }),
    feed_id: idSchema("feed", "Feed the template is meant for."),
    feed_name: z.string().meta({ examples: ["Primary feed"] }),
    status: z.enum(["equal", "differs", "missing_values", "invalid"]).meta({
      description: "`invalid`: the document doesn't fit the feed; `message` says why.",
    }),
    message: z
      .string()
      .nullable()
      .meta({ examples: ["No value for brand."] }),
    changes: z.array(ConfigChangeShape).meta({ description: "What applying the template would change; the first 50." }),
    change_count: z.int(),
  })
  .meta({ id: "TemplateDrift" });
type Drift = z.input<typeof Drift>;

export const showTemplateDrift = organizationRead({
  name: "templates.drift",
  title: "Get a template's drift",
  summary: "Shows for each feed of a template whether it still equals the document with its values, and what differs.",
  description: "Needs the scope `read_rules` too. Sections that the document doesn't have aren't compared.",
  scope: "read_org",
  http: { method: "GET", path: "/org/templates/{template_id}/drift", status: 200 },
  path: TemplatePath,
  query: PageQuery,
  output: pageOf(Drift),
  errors: ["resource_not_found", "insufficient_scope"],
  mcp: { hidden: "people write templates for many shops" },
  async run(call, { path, query }) {
    if (!call.scopes.has("read_rules"))
      return call.fail("insufficient_scope", "The drift needs the scope read_rules too. Use a key that has it.");
    const template = (await renderForShops(call.organization, path.template_id)) ?? call.fail("resource_not_found");
    const offset = pageOffset(query);
    const data: Drift[] = [];
    // One after another: each reads a whole feed.
    for (const shop of template.shops.slice(offset, offset + query.per_page)) data.push(await driftOf(call, shop));
    return { data, meta: pageMeta(query, template.shops.length) };
  },
});

async function driftOf(call: OrganizationCall, shop: RenderedShop): Promise<Drift> {
  const about = {
    object: "template_drift" as const,
    shop_id: shop.shopId,
    shop_name: shop.shopName,
    feed_id: formatId("feed", storedId("feed", shop.feedId)),
    feed_name: shop.feedName,
  };
  const unknown = (status: "missing_values" | "invalid", message: string): Drift => ({
    ...about,
    status,
    message,
    changes: [],
    change_count: 0,
  });
  if (shop.missing.length > 0) return unknown("missing_values", `No value for ${shop.missing.join(", ")}.`);
  const asking = { ...call, shop: call.openShop(storedId("shop", shop.shopId)) };
  const compared = await compareDocument(asking, storedId("feed", shop.feedId), shop.document);
  if (compared === undefined) return unknown("invalid", "The feed no longer exists.");
  if (compared.faults !== undefined) return unknown("invalid", compared.faults[0]?.message ?? "The document doesn't fit the feed.");
  const { changes } = compared;
  return {
    ...about,
    status: changes.length === 0 ? "equal" : "differs",
    message: null,
    changes: changes.slice(0, CHANGES_MAX),
    change_count: changes.length,
  };
}
