import { z } from "zod";
import type { ChannelAttribute } from "../../engine/channels/attribute.ts";

export const ChannelAttributeShape = z
  .strictObject({
    object: z.literal("channel_attribute"),
    name: z.string().meta({ description: "Name of the attribute in the channel's file.", examples: ["image_link"] }),
    from: z
      .string()
      .nullable()
      .meta({
        description: "Feed column the value comes from. Null if it comes only from a column with the attribute's own name.",
        examples: ["image_link"],
      }),
    requirement: z.enum(["required", "conditional", "optional"]),
    condition: z
      .string()
      .nullable()
      .meta({ description: "When a conditional attribute is required.", examples: [null] }),
    type: z.string().meta({ examples: ["url"] }),
    max_length: z
      .int()
      .nullable()
      .meta({ description: "Maximum length in characters, of each item if there are several.", examples: [2000] }),
    max_items: z
      .int()
      .nullable()
      .meta({ examples: [null] }),
    allowed_values: z
      .array(z.string())
      .nullable()
      .meta({ description: "Allowed values, in the channel's spelling.", examples: [null] }),
    notes: z.string().meta({ examples: ["Must use HTTPS. Must differ from the additional images."] }),
    source: z.strictObject({ document: z.string(), date: z.iso.date() }).meta({
      description: "Where the channel documents this, and when the document was read.",
      examples: [{ document: "Google Merchant Center Help, product data specification (7052112)", date: "2026-09-21" }],
    }),
  })
  .meta({ id: "ChannelAttribute" });

export function attributeAnswer(attribute: ChannelAttribute): z.input<typeof ChannelAttributeShape> {
  const { name, from, requirement, condition, type, maxLength, maxItems, allowedValues, notes, source } = attribute;
  return {
    object: "channel_attribute",
    ...{ name, from, requirement, condition, type, notes, source: { ...source } },
    max_length: maxLength,
    max_items: maxItems,
    allowed_values: allowedValues === null ? null : [...allowedValues],
  };
}
