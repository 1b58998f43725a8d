import { z } from "zod";
import type { Db } from "../../platform/postgres/postgres-port.ts";

/** The file a public feed URL answers: objects of the live run, which never change under their keys. */
export interface PublicFile {
  readonly key: string;
  readonly gzipKey: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly sha256: string;
  readonly gzipSha256: string;
  readonly publishedAt: Date;
  readonly contentType: string;
}

const Output = z.object({
  file: z.object({ bytes: z.int(), sha256: z.string(), gzipBytes: z.int(), gzipSha256: z.string() }),
});

/**
 * The file of a feed URL. The token is the shop's secret; those of before a rotation work until their time is over.
 * `gone`: the feed is inactive or the shop uninstalled. `held`: it has no file yet, because its run is held. Runs across tenants, because the URL is the only credential.
 */
export async function findPublicFile(db: Db, token: string, fileName: string): Promise<PublicFile | "gone" | "held" | undefined> {
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
    .select(["feeds.active", "shops.uninstalled_at", "runs.output_prefix", "runs.output", "runs.published_at"])
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
    .where("feeds.file_name", "=", fileName)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (!row.active || row.uninstalled_at !== null) return "gone";
  if (row.output_prefix === null || row.published_at === null) return row.is_held === true ? "held" : undefined;
  const { file } = Output.parse(row.output);
  return {
    ...file,
    key: `${row.output_prefix}gmcfeed.txt`,
    gzipKey: `${row.output_prefix}gmcfeed.txt.gz`,
    publishedAt: row.published_at,
    contentType: "text/plain; charset=utf-8",
  };
}
