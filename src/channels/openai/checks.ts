import type { ChannelInput } from "../../engine/channels/channel-input.ts";
import type { Check } from "../../engine/channels/check.ts";
import type { CheckOptions } from "../../engine/channels/checks/check-kit.ts";
import { standardChecks } from "../../engine/channels/checks/standard-checks.ts";
import { OPENAI_ATTRIBUTES } from "./attributes.ts";

const OPTIONS: CheckOptions = {
  severities: {
    title_too_long: "error",
    description_too_long: "error",
    "placeholder_identifier brand": "error",
    "text_attribute_too_long brand": "error",
    sale_price_not_lower: "error",
  },
  // Identifiers are optional here.
  without: ["missing_gtin", "missing_gtin_and_mpn", "id_equals_item_group_id", "item_group_id_single_variant"],
  preordersAloneDated: true,
  saleMayEqualPrice: true,
  imageExtensions: ["jpg", "jpeg", "png"],
  // A shard may have 500 MB.
  fileBytesMax: 500 * 2 ** 20,
};

export function openaiChecks(input: ChannelInput): readonly Check[] {
  return standardChecks(OPENAI_ATTRIBUTES, input, OPTIONS);
}
