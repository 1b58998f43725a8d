import { z } from "zod";
import { idSchema } from "../../kernel/ids.ts";
import { FeedIdPath } from "../feeds/index.ts";
import { ChannelPath, ChannelStatus, Slug } from "../channel-connections/index.ts";

export const FeedChannelPath = z.strictObject({ ...FeedIdPath.shape, ...ChannelPath.shape });

export const FeedChannelShape = z
  .strictObject({
    object: z.literal("feed_channel"),
    feed_id: idSchema("feed", "The feed."),
    slug: Slug,
    display_name: z.string().meta({ examples: ["Google"] }),
    status: ChannelStatus,
    settings: z
      .looseObject({
        format: z.string().meta({ examples: ["tsv"] }),
        omit_rows_with_errors: z.boolean(),
        extra_attributes: z.array(z.string()).meta({ examples: [["bullet_point"]] }),
      })
      .meta({ description: "All settings. Those that weren't set have their defaults. Some channels have more." }),
    feed_url: z
      .string()
      .nullable()
      .meta({
        description: "Public URL of the channel's file. Null until a run with this format is live.",
        examples: ["http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.google.txt"],
      }),
    file: z
      .strictObject({
        format: z.string().meta({ examples: ["tsv"] }),
        bytes: z.int(),
        rows: z.int(),
        omitted_rows: z.int().meta({ description: "Rows left out because they have errors." }),
      })
      .nullable()
      .meta({ description: "The file being served. Null until a live run has created one." }),
    findings: z
      .strictObject({ errors: z.int(), warnings: z.int(), muted: z.int() })
      .nullable()
      .meta({ description: "Results of the channel's checks on the live run. Null until the first live run." }),
    setup_steps: z.array(z.strictObject({ title: z.string(), text: z.string(), url: z.string().nullable() })).meta({
      description: "Steps to register the file with the platform by hand.",
      examples: [
        [
          {
            title: "Open Merchant Center",
            text: "Sign in at Merchant Center with the account that sells the products.",
            url: "https://merchants.google.com/",
          },
        ],
      ],
    }),
    last_synced_at: z.iso
      .datetime()
      .nullable()
      .meta({ examples: [null] }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime().meta({ description: "When its settings last changed." }),
  })
  .meta({ id: "FeedChannel" });
export type FeedChannelShape = z.input<typeof FeedChannelShape>;

/** The members of a channel's file that its run keeps and an answer shows. */
export const LiveFile = z
  .object({
    format: z.string(),
    extension: z.string(),
    packed: z.boolean(),
    file: z.object({ bytes: z.int(), gzipBytes: z.int() }),
    rows: z.int(),
    omitted: z.int(),
  })
  .nullable();
