import { z } from "zod";

/** Settings every channel has; packs add their own. */
const CommonSettings = {
  omit_rows_with_errors: z
    .boolean()
    .default(false)
    .meta({ description: "Leave out rows that have an error finding. By default they are sent, and the finding reports them." }),
  extra_attributes: z
    .array(z.string().max(100))
    .max(100)
    .default([])
    .meta({ description: "Names of the feed's extra columns to send unchanged." }),
} as const;

/** Where Google and Microsoft sell; each is the feed's own if it's null. */
export const MarketSettings = {
  content_language: z
    .string()
    .max(35)
    .nullable()
    .default(null)
    .meta({ description: "Language of the file. If null, the feed's language." }),
  feed_label: z.string().max(20).nullable().default(null).meta({ description: "Feed label of the channel. If null, the country." }),
  target_country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null)
    .meta({ description: "Country (ISO 3166-1 alpha-2). If null, the feed's country." }),
} as const;

/** An assignment's settings as its pack's schema has checked them. Members beyond the common ones are the pack's own. */
export interface ChannelSettings {
  readonly format: string;
  readonly omit_rows_with_errors: boolean;
  readonly extra_attributes: readonly string[];
  readonly content_language?: string | null;
  readonly feed_label?: string | null;
  readonly target_country?: string | null;
  readonly seller_id?: string | null;
  readonly marketplace_id?: string | null;
  readonly product_type?: string | null;
  readonly product_type_by?: string | null;
  readonly exempt_from_gtin?: boolean;
}

/** The schema of a pack's settings: strict, and every member has a default. The first format is the default one. */
export function settingsSchema(formats: readonly [string, ...string[]], own: z.ZodRawShape = {}): z.ZodType<ChannelSettings> {
  return z.strictObject({
    format: z.enum(formats).default(formats[0]).meta({ description: "Format of the file." }),
    ...CommonSettings,
    ...own,
  });
}
