import type { ErrorDetail } from "../../kernel/errors.ts";
import { isolated } from "../../kernel/isolated.ts";
import type { OrganizationDb } from "../../platform/postgres/postgres-port.ts";
import { z } from "zod";
import { missingValues, renderTemplate } from "./render-template.ts";
import { findTemplate, findTemplateVersion, listTemplateShops } from "./template-queries.ts";
import { Placeholder, TemplateValues } from "./template-shapes.ts";

/** One shop's document, or why there is none. */
export interface RenderedShop {
  readonly shopId: number;
  readonly shopName: string;
  readonly feedId: number;
  readonly feedName: string;
  readonly missing: readonly string[];
  readonly document: object;
}

export interface RenderedTemplate {
  readonly version: number;
  readonly name: string;
  readonly shops: readonly RenderedShop[];
}

/** The template's document with the values of each shop it is meant for; undefined where the organization has no such template or version. */
export async function renderForShops(organization: OrganizationDb, id: number, wanted?: number): Promise<RenderedTemplate | undefined> {
  const row = await findTemplate(organization, id);
  const version = row === undefined ? undefined : await findTemplateVersion(organization, id, wanted ?? row.version);
  if (row === undefined || version === undefined) return undefined;
  const placeholders = z.array(Placeholder).parse(version.placeholders);
  const shops = await listTemplateShops(organization, id);
  return {
    version: version.version,
    name: row.name,
    shops: shops.map((shop) => {
      const values = TemplateValues.parse(shop.values);
      return {
        shopId: shop.shop_id,
        shopName: shop.client_label ?? shop.name,
        feedId: shop.feed_id,
        feedName: shop.display_name,
        missing: missingValues(placeholders, values),
        document: { ...z.looseObject({}).parse(renderTemplate(version.document, placeholders, values)) },
      };
    }),
  };
}

/** One fault for each shop that lacks values. */
export function missingFaults(shops: readonly RenderedShop[]): readonly ErrorDetail[] {
  return shops
    .filter(({ missing }) => missing.length > 0)
    .map(({ shopId, shopName, missing }) => ({
      param: "/action/template_id",
      code: "missing_param",
      message: `${isolated(shopName)} (shop ${shopId}) has no value for ${missing.join(", ")}.`,
    }));
}
