import { z } from "zod";
import type { ChannelPack } from "../../channels/channel-port.ts";
import type { PlatformIssue, Processing } from "../../channels/platform-port.ts";
import { COUNTRY_FAULT, isCountry } from "../../kernel/countries.ts";
import { formatId, idSchema, NumberId, storedId } from "../../kernel/ids.ts";
import { LANGUAGE_FAULT, languageCode } from "../../kernel/language-code.ts";
import { timeZoneName } from "../../kernel/time-zone.ts";
import { Slug } from "../channel-connections/index.ts";
import type { DatafeedRow } from "./datafeed-queries.ts";

export const DatafeedsPath = z.strictObject({ slug: Slug });
export const DatafeedPath = z.strictObject({ slug: Slug, id: NumberId });

const NAME_CHARACTERS_MAX = 100;
const TARGETS_MAX = 20;

const TargetShape = z.strictObject({
  country: z
    .string()
    .refine(isCountry, COUNTRY_FAULT)
    .meta({ description: "ISO 3166-1 alpha-2.", examples: ["DE"] }),
  language: z
    .string()
    .refine((text) => languageCode(text) === text, LANGUAGE_FAULT)
    .meta({ description: "BCP 47.", examples: ["de"] }),
});

const settings = {
  datafeed_name: z
    .string()
    .trim()
    .min(1)
    .max(NAME_CHARACTERS_MAX)
    .meta({ description: "Name of the feed at the platform.", examples: ["US products"] }),
  hour: z
    .int()
    .min(0)
    .max(23)
    .meta({ description: "Hour of the day at which the platform fetches the file.", examples: [4] }),
  time_zone: z
    .string()
    .transform((text, context) => {
      const name = timeZoneName(text);
      if (name === undefined) context.addIssue({ code: "custom", message: "must be an IANA time zone, as in Europe/Berlin" });
      return name ?? z.NEVER;
    })
    .meta({ description: "Time zone of `hour`, by its IANA name.", examples: ["Europe/Berlin"] }),
  targets: z
    .array(TargetShape)
    .min(1)
    .max(TARGETS_MAX)
    .meta({ description: "Countries and languages the feed is for. Most platforms take one language for each datafeed." }),
};

export const NewDatafeed = z.strictObject({
  feed_id: z
    .string()
    .max(40)
    .meta({ description: "Feed whose file is fetched.", examples: ["feed_12"] }),
  datafeed_name: settings.datafeed_name.optional(),
  hour: settings.hour.optional(),
  time_zone: settings.time_zone.optional(),
  targets: settings.targets.optional(),
});

export const ChangedDatafeed = z.strictObject({
  datafeed_name: settings.datafeed_name.optional(),
  hour: settings.hour.optional(),
  time_zone: settings.time_zone.optional(),
});

export const DatafeedShape = z
  .strictObject({
    id: z.int().meta({ examples: [7] }),
    object: z.literal("datafeed"),
    feed_id: idSchema("feed", "Feed whose file is fetched."),
    datafeed_id: z
      .string()
      .nullable()
      .meta({ description: "The platform's id; null until the feed is registered there.", examples: ["1234567890"] }),
    datafeed_name: z.string().meta({ examples: ["US products"] }),
    hour: z.int().meta({ examples: [4] }),
    time_zone: z.string().meta({ examples: ["Europe/Berlin"] }),
    fetch_url: z
      .string()
      .nullable()
      .meta({
        description: "URL the platform fetches; null where the channel is no longer assigned to the feed.",
        examples: ["http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.google.txt"],
      }),
    targets: z.array(z.strictObject({ country: z.string().meta({ examples: ["DE"] }), language: z.string().meta({ examples: ["de"] }) })),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "Datafeed" });

/** `url`: null where the channel is no longer assigned to the feed. */
export function datafeedAnswer(row: DatafeedRow, url: string | null): z.input<typeof DatafeedShape> {
  return {
    id: row.id,
    object: "datafeed",
    feed_id: formatId("feed", storedId("feed", row.feed_id)),
    datafeed_id: row.remote_id,
    datafeed_name: row.name,
    hour: row.hour,
    time_zone: row.time_zone,
    fetch_url: url,
    targets: row.targets.map(({ country, language }) => ({ country, language })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const IssueShape = z.strictObject({
  code: z
    .string()
    .meta({ description: "Code of our finding that means the same; otherwise the platform's code.", examples: ["missing_gtin"] }),
  platform_code: z
    .string()
    .nullable()
    .meta({ description: "The platform's code, as it sends it.", examples: ["missing_attribute_gtin"] }),
  severity: z.enum(["error", "warning", "info"]),
  attribute: z
    .string()
    .nullable()
    .meta({ examples: ["gtin"] }),
  message: z.string().meta({ examples: ["Missing value [gtin]"] }),
  affected_count: z
    .int()
    .nullable()
    .meta({ description: "Items it concerns; null where the platform doesn't count them.", examples: [12] }),
  documentation_url: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  samples: z.array(z.string()).meta({ description: "Ids of items, or their places in the file.", examples: [["40012345678901"]] }),
});

export const DatafeedStatusShape = z
  .strictObject({
    object: z.literal("datafeed_status"),
    state: z.enum(["never_fetched", "processing", "succeeded", "failed"]),
    last_fetched_at: z.iso.datetime().nullable(),
    items_total: z.int().nullable(),
    items_valid: z.int().nullable(),
    items_invalid: z.int().nullable(),
    issues: z.array(IssueShape),
  })
  .meta({ id: "DatafeedStatus" });

export function statusAnswer({ platform }: ChannelPack, processing: Processing): z.input<typeof DatafeedStatusShape> {
  return {
    object: "datafeed_status",
    state: processing.state,
    last_fetched_at: processing.lastFetchedAt === null ? null : new Date(processing.lastFetchedAt).toISOString(),
    items_total: processing.itemsTotal,
    items_valid: processing.itemsValid,
    items_invalid: processing.itemsInvalid,
    issues: processing.issues.map((issue) => issueAnswer(issue, platform.findingCodeOf(issue))),
  };
}

function issueAnswer(issue: PlatformIssue, ours: string | null): z.input<typeof IssueShape> {
  const { code, severity, attribute, message, affectedCount, documentationUrl, samples } = issue;
  return {
    ...{ code: ours ?? code, platform_code: code, severity, attribute, message },
    affected_count: affectedCount,
    documentation_url: documentationUrl,
    samples: [...samples],
  };
}

/** A registration that hasn't reached the platform: what keeps it from there takes the place of the platform's issues. */
export function unregisteredAnswer(row: DatafeedRow): z.input<typeof DatafeedStatusShape> {
  const { error_code: code, error_message: message } = row;
  const issue = {
    code: "registration_failed",
    platform_code: code,
    severity: "error" as const,
    attribute: null,
    affected_count: null,
    documentation_url: null,
    samples: [],
  };
  return {
    object: "datafeed_status",
    state: message === null ? "never_fetched" : "failed",
    ...{ last_fetched_at: null, items_total: null, items_valid: null, items_invalid: null },
    issues: message === null ? [] : [{ ...issue, message }],
  };
}
