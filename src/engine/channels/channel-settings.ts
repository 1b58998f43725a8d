import { z } from "zod";
import { COUNTRY_FAULT, isCountry } from "../../kernel/countries.ts";
import { LANGUAGE_FAULT, languageCode } from "../../kernel/language-code.ts";

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

const LABEL_CHARACTERS_MAX = 20;
const LABEL = /^[A-Z0-9_-]+$/;
const LABEL_FORM = "capital letters, digits, - or _";

/** Where Google and Microsoft sell; each is the feed's own if it's null. */
export const MarketSettings = {
  content_language: z
    .string()
    .max(35)
    .nullable()
    .default(null)
    .meta({ description: "Language of the file. If null, the feed's language." }),
  feed_label: z
    .string()
    .max(LABEL_CHARACTERS_MAX)
    .nullable()
    .default(null)
    .meta({ description: `Feed label of the channel: ${LABEL_FORM}. If null, the country.` }),
  target_country: z
    .string()
    .regex(/^[A-Z]{2}$/, COUNTRY_FAULT)
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

export interface SettingFault {
  /** JSON Pointer within the settings. */
  readonly at: string;
  /** What is allowed instead. */
  readonly message: string;
}

/** What is wrong with settings that somebody sends. It's more than the schema refuses, because the settings that older versions have stored stay valid. */
export function settingFaults(settings: ChannelSettings): readonly SettingFault[] {
  const { target_country: country, content_language: language, feed_label: label, extra_attributes: extra } = settings;
  const written = extra.map((name) => name.trim().toLowerCase());
  return [
    ...(typeof country === "string" && !isCountry(country) ? [{ at: "/target_country", message: COUNTRY_FAULT }] : []),
    ...(typeof language === "string" && languageCode(language) === undefined ? [{ at: "/content_language", message: LANGUAGE_FAULT }] : []),
    ...(typeof label === "string" && !LABEL.test(label)
      ? [{ at: "/feed_label", message: `must be 1 to ${LABEL_CHARACTERS_MAX} ${LABEL_FORM}, such as US` }]
      : []),
    ...written.flatMap((name, at) => {
      if (name === "") return [{ at: `/extra_attributes/${at}`, message: "must be the name of a column, not blank" }];
      const first = written.indexOf(name);
      return first === at
        ? []
        : [{ at: `/extra_attributes/${at}`, message: `must differ from the other names, but repeats ${extra[first]}` }];
    }),
  ];
}
