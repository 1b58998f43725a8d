import { z } from "zod";
import { formatId, idSchema, storedId } from "../../kernel/ids.ts";
import { listOf } from "../../kernel/page.ts";
import { channelFileName } from "../channel-files/index.ts";
import { FeedPath, feedUrl, findFeed } from "../feeds/index.ts";
import { read } from "../operation.ts";
import { CANONICAL, findServedFiles, listFetches } from "./file-queries.ts";
import { AGENT_CLASSES } from "./user-agents.ts";

const FeedFileShape = z
  .strictObject({
    object: z.literal("feed_file"),
    channel: z
      .string()
      .nullable()
      .meta({ description: "Slug of the channel. Null for the canonical file.", examples: ["google"] }),
    url: z
      .string()
      .meta({ description: "Public URL.", examples: ["http://127.0.0.1:8080/feeds/5f0c1de2a9b84736c1d0e9f8a7b6c5d4e3f2a1b0/gmcfeed.txt"] }),
    format: z.string().meta({ description: "Format of the file.", examples: ["tsv"] }),
    bytes: z.int().meta({ description: "Size of the file. For a file that is gzip itself, its packed size." }),
    gzip_bytes: z.int().meta({ description: "Size as sent to clients that accept gzip." }),
    rows: z.int().meta({ description: "Rows in the file." }),
    etag: z.string().meta({ description: "`ETag` of the file as sent without gzip.", examples: ['"9f2c…"'] }),
    run_id: idSchema("run", "The live run, which made the file."),
    published_at: z.iso.datetime().meta({ description: "Time the file went live." }),
    last_fetch: z
      .strictObject({
        at: z.iso.datetime().meta({ description: "Time of the fetch, to the minute." }),
        agent_class: z
          .enum(AGENT_CLASSES)
          .meta({ description: "Who fetched it, by the user agent, which anyone can forge.", examples: ["google"] }),
        user_agent: z
          .string()
          .nullable()
          .meta({ description: "User agent, cut to 200 characters.", examples: ["Feedfetcher-Google"] }),
      })
      .nullable()
      .meta({
        description:
          "Last noted fetch of the file under this channel, at most one a minute. Null if it was never fetched. Addresses aren't stored.",
      }),
  })
  .meta({ id: "FeedFile" });

export const listFiles = read({
  name: "feeds.files",
  title: "List a feed's files",
  summary: "Lists the files that a feed serves: the canonical file and one for each channel, with their URLs, sizes and last fetch.",
  description: "The list is empty if the feed has no live run or is inactive.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}/files", status: 200 },
  path: FeedPath,
  output: listOf(FeedFileShape),
  errors: ["resource_not_found"],
  mcp: { hidden: "It's for pages that list files. `channel_status` and `list_feeds` tell an agent the URLs." },
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  async run({ shop, filesUrl }, { path }) {
    const served = await findServedFiles(shop, path.id);
    if (!served?.output || served.published_at === null) return { data: [] };
    const { file, channels } = Output.parse(served.output);
    const fetches = new Map((await listFetches(shop, path.id)).map((fetch) => [fetch.channel, fetch]));
    const shared = { run_id: formatId("run", storedId("run", served.run_id)), published_at: served.published_at.toISOString() };
    const about = (channel: string, name: string, of: z.output<typeof FileBytes>) => {
      const fetch = fetches.get(channel);
      return {
        object: "feed_file" as const,
        url: feedUrl(filesUrl, served.feed_token, name),
        ...{ bytes: of.bytes, gzip_bytes: of.gzipBytes, etag: `"${of.sha256}"`, ...shared },
        last_fetch:
          fetch === undefined ? null : { at: fetch.fetched_at.toISOString(), agent_class: fetch.agent_class, user_agent: fetch.user_agent },
      };
    };
    const canonical = { ...about(CANONICAL, served.file_name, file), channel: null, format: "tsv", rows: served.included_count ?? 0 };
    const others = Object.entries(channels).map(([slug, { packed, rows, format, extension, file: of }]) => ({
      ...about(
        slug,
        channelFileName(served.file_name, slug, { extension }),
        packed ? { ...of, bytes: of.gzipBytes, sha256: of.gzipSha256 } : of,
      ),
      ...{ channel: slug, format, rows },
    }));
    return { data: [canonical, ...others] };
  },
});

const FileBytes = z.object({ bytes: z.int(), sha256: z.string(), gzipBytes: z.int(), gzipSha256: z.string() });

/** What of a run's output is about the files it serves. */
const Output = z.object({
  file: FileBytes,
  channels: z
    .record(z.string(), z.object({ format: z.string(), extension: z.string(), packed: z.boolean(), rows: z.int(), file: FileBytes }))
    .default({}),
});
