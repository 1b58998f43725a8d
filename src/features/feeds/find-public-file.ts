import { sql } from "kysely";
import { z } from "zod";
import { type FeedId, type ShopId, storedId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** The file a public feed URL answers: objects of the live run, which never change under their keys. */
export interface PublicFile extends PublicBytes {
  /** What a client gets that takes gzip. Null: the file is gzip itself, or has no other form. */
  readonly gzip: PublicBytes | null;
  readonly publishedAt: Date;
  readonly contentType: string;
  readonly owner: FileOwner;
}

/** Whose file it is; `channel` is a slug, and empty for the feed's own file. */
interface FileOwner {
  readonly shopId: ShopId;
  readonly feedId: FeedId;
  readonly channel: string;
}

export interface PublicBytes {
  readonly key: string;
  readonly bytes: number;
  readonly sha256: string;
}

const FileBytes = z.object({ bytes: z.int(), sha256: z.string(), gzipBytes: z.int(), gzipSha256: z.string() });

const ChannelOutput = z.object({ extension: z.string(), contentType: z.string(), packed: z.boolean(), file: FileBytes });

/** `gmcfeed-de.google.txt` is the file of a channel of the feed whose own file is `gmcfeed-de.txt`. */
const CHANNEL_FILE = /^(?<feed>[^.]+)\.(?<slug>[a-z]+)\.(?<extension>[a-z.]+)$/;

/**
 * The file of a feed URL: the feed's own, or a channel's. The token is the shop's secret; those of before a rotation work until their time is over.
 * `gone`: the feed is inactive or the shop uninstalled. `held`: it has no file yet, because its run is held. Runs across tenants, because the URL is the only credential.
 */
export async function findPublicFile(db: Db, token: string, fileName: string): Promise<PublicFile | "gone" | "held" | undefined> {
  const ofChannel = CHANNEL_FILE.exec(fileName)?.groups;
  // A run's whole output is long, and this is asked for each request of a file.
  const output = ofChannel === undefined ? sql`runs.output -> 'file'` : sql`runs.output -> 'channels' -> ${ofChannel["slug"]}::text`;
  const row = await db
    .selectFrom("shops")
    .innerJoin("feeds", "feeds.shop_id", "shops.id")
    .leftJoin("runs", "runs.id", "feeds.live_run_id")
    .select((select) =>
      select
        .exists(
          select
            .selectFrom("runs as held")
            .select("held.id")
            .whereRef("held.feed_id", "=", "feeds.id")
            .where("held.publication", "=", "held")
            .where("feeds.live_run_id", "is", null),
        )
        .as("is_held"),
    )
    .select(["feeds.id", "feeds.shop_id", "feeds.active", "shops.uninstalled_at", "runs.output_prefix", "runs.published_at"])
    .select(output.as("output"))
    .where((where) =>
      where.or([
        where("shops.feed_token", "=", token),
        where.and([
          where("shops.feed_token_previous", "=", token),
          where("shops.feed_token_previous_until", ">", where.fn<Date>("now", [])),
        ]),
        where("shops.id", "=", (former) =>
          former
            .selectFrom("former_feed_tokens")
            .select("shop_id")
            .where("token", "=", token)
            .where("served_until", ">", where.fn<Date>("now", [])),
        ),
      ]),
    )
    .where("feeds.file_name", "=", ofChannel === undefined ? fileName : `${ofChannel["feed"]}.txt`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (!row.active || row.uninstalled_at !== null) return "gone";
  if (row.output_prefix === null || row.published_at === null) return row.is_held === true ? "held" : undefined;
  const owner = { shopId: storedId("shop", row.shop_id), feedId: storedId("feed", row.id), channel: ofChannel?.["slug"] ?? "" };
  const live = { prefix: row.output_prefix, publishedAt: row.published_at, output: row.output, owner };
  return ofChannel === undefined ? canonicalFile(live) : channelFileOf(live, ofChannel);
}

interface LiveRun {
  readonly prefix: string;
  readonly publishedAt: Date;
  /** What its output says of the file; null: there is none. */
  readonly output: unknown;
  readonly owner: FileOwner;
}

function canonicalFile({ prefix, publishedAt, owner, output }: LiveRun): PublicFile {
  const bytes = plainAndGzip(`${prefix}gmcfeed.txt`, FileBytes.parse(output));
  return { ...bytes, publishedAt, owner, contentType: "text/plain; charset=utf-8" };
}

/** Undefined for a channel the feed has been taken from, and for a former format: the live run has no such file. */
function channelFileOf(
  { prefix, publishedAt, owner, output }: LiveRun,
  { slug = "", extension }: Readonly<Record<string, string>>,
): PublicFile | undefined {
  const made = ChannelOutput.nullable().parse(output);
  if (made === null || made.extension !== extension) return undefined;
  const { file, contentType } = made;
  const key = `${prefix}gmcfeed.${slug}.${extension}`;
  const bytes = made.packed ? { key, bytes: file.gzipBytes, sha256: file.gzipSha256, gzip: null } : plainAndGzip(key, file);
  return { ...bytes, publishedAt, owner, contentType };
}

function plainAndGzip(key: string, { bytes, sha256, gzipBytes, gzipSha256 }: z.output<typeof FileBytes>) {
  return { key, bytes, sha256, gzip: { key: `${key}.gz`, bytes: gzipBytes, sha256: gzipSha256 } };
}
