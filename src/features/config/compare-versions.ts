import { z } from "zod";
import { formatId, type FeedId, idSchema } from "../../kernel/ids.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { dataOf } from "../../kernel/page.ts";
import { draftOf } from "../definitions/index.ts";
import { type FeedVersion, findFeed } from "../feeds/index.ts";
import { read, type ShopCall } from "../operation.ts";
import { changesOf, compareValues } from "./compare-values.ts";
import { findVersion, findVersionBefore } from "./config-queries.ts";
import { ConfigPlanShape, VersionPath } from "./config-shapes.ts";
import { presentFeed, type SectionValues } from "./present-feed.ts";

const DiffShape = z
  .strictObject({
    object: z.literal("config_diff"),
    feed_id: idSchema("feed", "The feed."),
    version: z.int().meta({ description: "Version that is compared." }),
    against: z.int().meta({ description: "Version it's compared with." }),
    changes: ConfigPlanShape.shape.changes,
    changed_count: ConfigPlanShape.shape.changed_count,
  })
  .meta({ id: "ConfigDiff" });

type Call = ShopCall & Refuse<"resource_not_found" | "invalid_request">;

export const compareVersions = read({
  name: "config.compare",
  title: "Compare configuration versions",
  summary: "Lists what differs between two versions of a feed's definition.",
  description:
    "Compares with the version in `against`, by default the one before. The changes lead from `against` to the version in the path, which can be the older one.",
  scope: "read_rules",
  http: { method: "GET", path: "/feeds/{id}/versions/{n}/diff", status: 200 },
  path: VersionPath,
  query: z.strictObject({
    against: z
      .string()
      .regex(/^[1-9][0-9]{0,14}$/, "must be the number of a version, such as 3")
      .transform(Number)
      .optional()
      .meta({ description: "Number of a version of the same feed.", examples: ["2"] }),
  }),
  output: dataOf(DiffShape),
  example: {
    answer: {
      data: {
        version: 3,
        against: 2,
        changes: [
          {
            section: "extra_columns",
            action: "added",
            path: "/extra_columns/0",
            rule_id: null,
            summary: "Column season",
            before: null,
            after: "season",
          },
        ],
        changed_count: { extra_columns: 1 },
      },
    },
  },
  errors: ["resource_not_found", "invalid_request"],
  mcp: { hidden: "The console draws it. Agents read both versions with `feed_version`." },
  async target(call, { id, n }) {
    if ((await findFeed(call.shop, id)) === undefined) call.fail("resource_not_found");
    return (await findVersion(call.shop, id, n)) ?? call.fail("resource_not_found");
  },
  async run(call, { path: { id, n }, query, target: version }) {
    const against = await comparedVersion(call, { feedId: id, n, against: query.against });
    const after = await valuesOf(call, id, version);
    const before = await valuesOf(call, id, against);
    const feed = draftOf(after.feed, changesOf({ before: after.values, after: before.then })).feed;
    const { changes, counts } = compareValues(feed, { before: before.then, after: after.then });
    const diff: z.input<typeof DiffShape> = {
      object: "config_diff",
      feed_id: formatId("feed", id),
      version: n,
      against: against.version,
      changes: [...changes],
      changed_count: { ...counts },
    };
    return { data: diff };
  },
});

interface Compared {
  readonly feedId: FeedId;
  readonly n: number;
  readonly against: number | undefined;
}

async function comparedVersion(call: Call, { feedId, n, against }: Compared): Promise<FeedVersion> {
  const found = await (against === undefined ? findVersionBefore(call.shop, feedId, n) : findVersion(call.shop, feedId, against));
  if (found !== undefined) return found;
  const message =
    against === undefined
      ? `No version before ${n} is kept. Set \`against\` to a version that GET /v1/feeds/${formatId("feed", feedId)}/versions lists.`
      : `This feed has no version ${against}. GET /v1/feeds/${formatId("feed", feedId)}/versions lists those that are kept.`;
  return call.fail("invalid_request", message, [{ param: "/against", code: "invalid_param", message }]);
}

async function valuesOf(call: Call, feedId: FeedId, version: FeedVersion): Promise<Values> {
  return (await presentFeed(call.shop, feedId, version)) ?? call.fail("resource_not_found");
}

interface Values {
  readonly feed: Parameters<typeof draftOf>[0];
  readonly values: SectionValues;
  readonly then: SectionValues;
}
