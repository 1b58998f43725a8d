import { z } from "zod";
import type { ChannelPack } from "../../channels/channel-port.ts";
import type { ChannelAttribute } from "../../engine/channels/attribute.ts";

/** A slug that nobody has is not found, so the pattern is for readers. */
export const Slug = z.string().meta({ description: "Slug of the channel.", examples: ["google"], pattern: "^[a-z]+$" });

export const ChannelPath = z.strictObject({ slug: Slug });

export const ChannelStatus = z
  .enum(["not_connected", "pending", "connected", "error"])
  .meta({ description: "State of the connection to the shop's account. A channel that isn't connected fetches the file from its URL." });

export const ChannelShape = z
  .strictObject({
    slug: Slug,
    object: z.literal("channel"),
    type: z.string().meta({ description: "The platform's own name.", examples: ["google_merchant_center"] }),
    display_name: z.string().meta({ examples: ["Google"] }),
    available: z.boolean().meta({ description: "Whether feeds can be assigned to it." }),
    status: ChannelStatus,
    sync_mode: z
      .enum(["api", "feed_url"])
      .nullable()
      .meta({ description: "How the platform gets the file. Null if it isn't connected.", examples: [null] }),
    account: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ examples: [null] }),
    error: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ examples: [null] }),
    connected_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
    last_synced_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: "Channel" });

/** Nothing can be connected yet, so a channel is what its pack says. */
export function channelAnswer({ slug: called, type, displayName }: ChannelPack): z.input<typeof ChannelShape> {
  return {
    slug: called,
    object: "channel",
    type,
    display_name: displayName,
    available: true,
    status: "not_connected",
    sync_mode: null,
    account: null,
    error: null,
    connected_at: null,
    last_synced_at: null,
  };
}

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
