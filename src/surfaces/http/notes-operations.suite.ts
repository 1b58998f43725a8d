import { z } from "zod";
import { FeedPath, findFeed } from "../../features/feeds/index.ts";
import { type AnyOperation, read, write } from "../../features/operation.ts";
import { dataOf, listOf, PageQuery } from "../../kernel/page.ts";

/** Operations that do little, for tests of what surrounds operations. */

const Echo = z.strictObject({ id: z.int(), query: z.record(z.string(), z.unknown()), body: z.record(z.string(), z.unknown()) });

const quiet = { mcp: { hidden: "a test" }, errors: ["resource_not_found"] } as const;

const listNotes = read({
  ...quiet,
  name: "notes.list",
  title: "Do a thing",
  summary: "Answers its query.",
  scope: "read_feeds",
  http: { method: "GET", path: "/notes", status: 200 },
  query: PageQuery.extend({ order: z.enum(["asc", "desc"]).optional() }),
  output: listOf(z.record(z.string(), z.unknown())),
  run: (_call, { query }) => Promise.resolve({ data: [query] }),
});

const getNotes = read({
  ...quiet,
  name: "notes.get",
  title: "Do a thing",
  summary: "Answers the feed's name.",
  scope: "read_feeds",
  http: { method: "GET", path: "/feeds/{id}/notes", status: 200 },
  path: FeedPath,
  output: dataOf(z.string()),
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  run: (_call, { target }) => Promise.resolve({ data: target.display_name }),
});

/** Changes the feed's name, then does what the name says. */
const changeNotes = write({
  ...quiet,
  name: "notes.change",
  title: "Do a thing",
  summary: "Changes the feed's name.",
  scope: "write_feeds",
  http: { method: "PATCH", path: "/feeds/{id}/notes", status: 200 },
  path: FeedPath,
  query: z.strictObject({ dry: z.enum(["yes", "no"]).optional(), dry_run: z.enum(["true", "false"]).optional() }),
  body: z.strictObject({
    name: z.string().max(20).default("unnamed"),
    kind: z.enum(["short", "long"]).optional(),
    tags: z.array(z.strictObject({ "a/b~c": z.int().optional(), label: z.string() })).optional(),
    hush: z.string().optional(),
    preview: z.boolean().optional(),
    marks: z.record(z.string(), z.unknown()).optional(),
  }),
  memberCodes: { kind: "invalid_param" },
  itemMembers: ["marks"],
  output: dataOf(Echo),
  errors: ["resource_not_found", "invalid_param", "feed_inactive"],
  audit: "notes.changed",
  secrets: ["hush"],
  target: async (call, { id }) => (await findFeed(call.shop, id)) ?? call.fail("resource_not_found"),
  preview: { member: "preview", dryRun: true, show: async (_call, { query, body, target }) => ({ data: { id: target.id, query, body } }) },
  async run(call, { query, body, target }) {
    await call.shop.db.updateTable("feeds").set({ display_name: body.name }).where("id", "=", target.id).execute();
    if (body.name === "refuse") call.fail("feed_inactive", "It is asleep.");
    if (body.name === "fail") throw new Error("relation secret_table does not exist at /var/lib/feedwright");
    return { data: { id: target.id, query, body } };
  },
});

const removeNotes = write({
  ...quiet,
  name: "notes.remove",
  title: "Do a thing",
  summary: "Removes nothing.",
  scope: "write_feeds",
  http: { method: "DELETE", path: "/feeds/{id}/notes", status: 204 },
  path: FeedPath,
  output: z.undefined(),
  audit: "notes.removed",
  run: () => Promise.resolve(undefined),
});

const getText = read({
  ...quiet,
  name: "texts.get",
  title: "Do a thing",
  summary: "Looks a text up in the database.",
  scope: "read_feeds",
  http: { method: "GET", path: "/texts/{text}", status: 200 },
  path: z.strictObject({ text: z.string() }),
  output: dataOf(z.int()),
  async run({ shop }, { path }) {
    const found = await shop.db.selectFrom("feeds").select("id").where("display_name", "=", path.text).execute();
    return { data: found.length };
  },
});

export const NOTES: readonly AnyOperation[] = [listNotes, getNotes, changeNotes, removeNotes, getText];
