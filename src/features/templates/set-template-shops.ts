import { z } from "zod";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { idText, ShopIdText } from "../../kernel/ids.ts";
import { dataOf } from "../../kernel/page.ts";
import { organizationWrite } from "../operation.ts";
import { listConnectedShops } from "../organizations/index.ts";
import { unknownValues } from "./render-template.ts";
import { lockedTemplate } from "./template-operations.ts";
import { findTemplateVersion, replaceTemplateShops } from "./template-queries.ts";
import { Placeholder, readTemplate, TemplateDetailShape, TemplatePath, TemplateValues } from "./template-shapes.ts";

/** As many as a change of many shops takes. */
const SHOPS_MAX = 500;
const FAULTS_MAX = 50;

const TemplateShop = z.strictObject({
  shop_id: z
    .union([z.int().positive().transform(String), z.string()])
    .pipe(ShopIdText)
    .meta({
      description: "Id of a connected shop, as `GET /org/shops` shows it.",
      examples: [12],
    }),
  feed_id: z.optional(idText("feed", "Id of one of the shop's feeds")).meta({ description: "Defaults to the primary feed." }),
  values: z.optional(TemplateValues),
});

export const setTemplateShops = organizationWrite({
  name: "templates.set_shops",
  title: "Set a template's shops",
  summary: "Sets which shops and feeds a template is meant for, and the values of each.",
  description:
    "Replaces the whole list. A shop may lack values for now: `missing` in the answer names them, and applying the template is refused until they are there.",
  scope: "write_org",
  http: { method: "PUT", path: "/org/templates/{template_id}/shops", status: 200 },
  path: TemplatePath,
  body: z.strictObject({ shops: z.array(TemplateShop).max(SHOPS_MAX) }),
  output: dataOf(TemplateDetailShape),
  errors: ["resource_not_found", "shop_not_connected", "invalid_param"],
  audit: "org_template.shops_set",
  mcp: { hidden: "people write templates for many shops" },
  target: lockedTemplate,
  async run(call, { body: { shops }, target: template }) {
    const { organization } = call;
    const version = await findTemplateVersion(organization, template.id, template.version);
    const placeholders = z.array(Placeholder).parse(version?.placeholders ?? []);
    const connected = await listConnectedShops(
      organization,
      shops.map(({ shop_id: id }) => id),
    );
    const faults: (ErrorDetail & { readonly code: "shop_not_connected" | "invalid_param" })[] = [];
    const seen = new Set<number>();
    const wanted = shops.flatMap(({ shop_id: shopId, feed_id: feedId, values = {} }, at) => {
      const fault = (member: string, message: string, code: "shop_not_connected" | "invalid_param" = "invalid_param"): [] => {
        faults.push({ param: `/shops/${at}/${member}`, code, message });
        return [];
      };
      const shop = connected.find(({ shop_id: id }) => id === shopId);
      if (shop === undefined) return fault("shop_id", `The organization isn't connected to shop ${shopId}.`, "shop_not_connected");
      const feed = feedId ?? shop.primary_feed_id;
      if (!shop.feed_ids.includes(feed)) return fault("feed_id", `Shop ${shopId} has no feed_${feed}.`);
      if (seen.has(feed)) return fault("shop_id", `Shop ${shopId} is listed twice with the same feed.`);
      seen.add(feed);
      const [unknown] = unknownValues(placeholders, values);
      if (unknown !== undefined) return fault("values", `The template has no placeholder ${unknown}. Declare it, or leave the value out.`);
      return [{ shopId, feedId: feed, values }];
    });
    const [first] = faults;
    if (first !== undefined) return call.fail(first.code, first.message, faults.slice(0, FAULTS_MAX));
    await replaceTemplateShops(organization, template.id, wanted);
    return { data: await readTemplate(organization, template) };
  },
});
