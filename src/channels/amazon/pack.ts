import { z } from "zod";
import { settingsSchema } from "../../engine/channels/channel-settings.ts";
import type { ChannelPack } from "../channel-port.ts";
import { AMAZON_ATTRIBUTES } from "./attributes.ts";
import { amazonAsides, amazonCells } from "./cells.ts";
import { amazonChecks } from "./checks.ts";
import { listingsFeed } from "./layout.ts";
import { marketplaceFault, marketplaceOf } from "./marketplaces.ts";
import { amazonPlatform } from "./platform.ts";
import { amazonSetup } from "./setup.ts";

const text = (description: string, most: number) => z.string().trim().min(1).max(most).nullable().default(null).meta({ description });

export const amazon: ChannelPack = Object.freeze({
  slug: "amazon",
  type: "amazon",
  displayName: "Amazon",
  syncMode: "api",
  attributes: AMAZON_ATTRIBUTES,
  formats: [{ name: "json", extension: "json", contentType: "application/json; charset=utf-8", packed: false, layout: listingsFeed }],
  settings: settingsSchema(["json"], {
    seller_id: text("Merchant token of the seller account.", 100),
    marketplace_id: text("Id of the marketplace. If null, the marketplace of the feed's country.", 50),
    product_type: text("Amazon's product type for every product.", 100),
    product_type_by: text("Name of a lookup table from the feed's product_type to Amazon's.", 100),
    exempt_from_gtin: z.boolean().default(false).meta({ description: "Amazon has exempted the brand from GTINs." }),
  }),
  settingFaults: ({ marketplace_id: id }) => {
    const message = typeof id === "string" ? marketplaceFault(id) : undefined;
    return message === undefined ? [] : [{ at: "/marketplace_id", message }];
  },
  asides: amazonAsides,
  cells: amazonCells,
  checks: amazonChecks,
  unchecked: [
    {
      code: "amz_required_attribute_missing",
      why: "Amazon only gives the definition of a product type, with what it requires, to connected accounts.",
    },
    {
      code: "amz_attribute_too_few_values",
      why: "Amazon only gives the definition of a product type, with what it requires, to connected accounts.",
    },
    {
      code: "amz_relevant_attributes_incomplete",
      why: "Amazon only gives the definition of a product type, with what it recommends, to connected accounts.",
    },
    { code: "amz_marketplace_not_enabled", why: "The marketplaces of an account are only known once it's connected." },
    { code: "amz_variation_incomplete", why: "Variations aren't sent. Each row is its own listing." },
    { code: "amz_image_too_small", why: "A file doesn't show how large an image is." },
  ],
  platform: amazonPlatform,
  pushing: {
    seller: ({ grant }) => grant.parts["selling_partner_id"] ?? "",
    market: ({ settings, feed }) => ({ marketplace_id: marketplaceOf(settings.marketplace_id, feed.country).id }),
  },
  setupSteps: amazonSetup,
} satisfies ChannelPack);
