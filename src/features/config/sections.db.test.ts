import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { type FeedId, formatId } from "../../kernel/ids.ts";
import { branded, members, parseJson } from "../../kernel/unsafe.ts";
import { insertVersion } from "../feeds/index.ts";
import { type ConfigShop, configShop, type Query, refusal } from "./config-shop.suite.ts";
import type { ConfigPlanShape, FeedConfigShape } from "./config-shapes.ts";
import type { CaseFeed, SectionCase, SectionRequest } from "./section-case.suite.ts";
import { SECTIONS } from "./sections.ts";

/** Holds every section of the registry to what all sections guarantee, by the edits that its folder's `section.suite.ts` names. */

const FOLDERS = fileURLToPath(new URL("../", import.meta.url));
const suites = readdirSync(FOLDERS, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("section.suite.ts"));
const cases = (
  await Promise.all(
    suites.map(async (path) => branded<{ SECTION_CASES: readonly SectionCase[] }>(await import(`${FOLDERS}${path}`)).SECTION_CASES),
  )
).flat();
const sections = Object.entries(SECTIONS);

test("every section has its name from the registry, and an edit that holds it to these guarantees", () => {
  expect(sections.map(([name, section]) => [name, section.name])).toEqual(sections.map(([name]) => [name, name]));
  expect(new Set(cases.map(({ section }) => section))).toEqual(new Set(sections.map(([name]) => name)));
});

let config: ConfigShop;
beforeAll(async () => {
  config = await configShop("sections.example");
  await listen(config.shop);
});
afterAll(() => config[Symbol.asyncDispose]());

/** A fresh feed as the case needs it. */
async function open({ section: name, prepare }: SectionCase) {
  const feed: CaseFeed = { config, feedId: await config.newFeed() };
  const { feedId } = feed;
  await insertVersion(config.shop, feedId, { summary: "Created the feed.", createdBy: { kind: "system" } });
  await prepare?.(feed);
  const partOf = (document: FeedConfigShape) => ({ [name]: branded<Readonly<Record<string, unknown>>>(document)[name] });
  return {
    feed,
    get: () => config.get(feedId),
    send: ({ operation, path, body }: SectionRequest, query: Query = {}) =>
      config.ask(operation, path, { query, ...(body === undefined ? {} : { body }) }),
    /** The section as a document has it. */
    put: (document: FeedConfigShape, query: Query = {}) => config.put(feedId, partOf(document), query),
    plan: async (document: FeedConfigShape, query: Query = {}) =>
      branded<ConfigPlanShape>(await config.put(feedId, partOf(document), { ...query, dry_run: "true" })),
    restore: (version: number, query: Query = {}) => config.restore(feedId, version, query),
    effectsOf: (change: () => Promise<unknown>) => effectsOf(feedId, change),
  };
}

/** What a change brings about besides what it changes: versions, outdated computations, events and runs. */
async function effectsOf(feedId: FeedId, change: () => Promise<unknown>) {
  const { db } = config.shop;
  await db.deleteFrom("runs").where("feed_id", "=", feedId).execute();
  // Otherwise each look would read all earlier events of the shop again.
  await db.deleteFrom("events").execute();
  const before = await stateOf(feedId);
  await change();
  const after = await stateOf(feedId);
  return {
    versions: after.versions - before.versions,
    outdated: after.version - before.version,
    runs: after.runs.map(({ trigger }) => trigger),
    // What was done is said in other words where a document did it, and of no single rule.
    streamed: after.streamed,
    events: after.told.map(({ event, data }) => ({ event, of: data["feed_id"], rules: data["rule_ids"] })),
  };
}

async function stateOf(feedId: FeedId) {
  const { shop } = config;
  const versions = await shop.db.selectFrom("feed_versions").select("version").where("feed_id", "=", feedId).execute();
  const runs = await shop.db.selectFrom("runs").select("trigger").where("feed_id", "=", feedId).execute();
  const streamed = await shop.db.selectFrom("events").select("body").where("name", "=", "definition.changed").execute();
  return {
    versions: versions.length,
    version: (await config.versionOf(feedId)) ?? 0,
    runs,
    told: await toldEvents(shop),
    streamed: streamed.map(({ body }) => members(parseJson(body))["data"]),
  };
}

const NOTHING = { versions: 0, outdated: 0, runs: [], streamed: [], events: [] };
const byName = new Map<string, (typeof SECTIONS)[keyof typeof SECTIONS]>(sections);
const titled = (some: readonly SectionCase[]) => some.map((each) => [`${each.section}: ${each.title}`, each] as const);
const isDocument = ({ section }: SectionCase): boolean => byName.get(section)?.kept === "document";
const documents = cases.filter(isDocument);
/** Showing takes DuckDB, so of a section's edits without a preview of their own one is enough. */
const shown = documents.filter((each) => each.preview !== undefined || documents.find(({ section }) => section === each.section) === each);

describe.each(titled(cases))("%s", (_title, each) => {
  const section = byName.get(each.section);

  test("makes one version, or none, and a run where its section says so; none, and no event, where it changes nothing", async () => {
    const { feed, get, send, effectsOf: effects } = await open(each);
    const edit = await each.edit(feed);
    expect(await effects(async () => send(edit))).toMatchObject({
      versions: section?.kept === "none" ? 0 : 1,
      outdated: 1,
      runs: section?.startsRun === true ? ["settings"] : [],
      streamed: [{ object: "feed", id: formatId("feed", feed.feedId) }],
    });
    const same = await get();
    for (const nothing of (await each.nothing?.(feed)) ?? [edit]) expect(await effects(() => send(nothing))).toEqual(NOTHING);
    expect(await get()).toEqual(same);
  });

  test("is refused where somebody changed the feed since, as its preview, a document and its dry run are, and nothing is changed", async () => {
    const { feed, get, send, put, plan, restore, effectsOf: effects } = await open(each);
    const requests = [await each.edit(feed), ...[(await each.preview?.(feed)) ?? []].flat()];
    const { version } = await config.put(feed.feedId, { settings: { gift_cards: true } });
    const before = await get();
    const stale = { expected_version: String(version - 1) };
    const versioned = requests.filter(({ operation }) => "expected_version" in (operation.query?.shape ?? {}));
    expect(versioned).toHaveLength(section?.kept === "none" ? 0 : requests.length);
    const byDocument = [() => put(before, stale), () => plan(before, stale), () => restore(version - 1, stale)];
    for (const change of [...versioned.map((request) => () => send(request, stale)), ...(isDocument(each) ? byDocument : [])]) {
      const refused = async () => expect((await refusal(change())).code).toBe("version_conflict");
      expect(await effects(refused)).toEqual(NOTHING);
    }
    expect(await get()).toEqual(before);
  });
});

describe.each(titled(documents))("%s, by a document or by restoring a version,", (_title, each) => {
  test("ends in the same state, events and run as the edit, and does nothing where it changes nothing", async () => {
    const { feed, get, send, put, restore, effectsOf: effects } = await open(each);
    const before = await get();
    const edited = await effects(async () => send(await each.edit(feed)));
    const after = await get();
    expect(await effects(() => put(after))).toEqual(NOTHING);
    expect(await effects(() => restore(after.version))).toEqual(NOTHING);
    expect(await get()).toEqual(after);
    await restore(before.version);
    const written = await effects(() => put(after));
    expect(withoutIds(await get())).toEqual(withoutIds(after));
    expect(counted(written)).toEqual(counted(edited));
    await restore(before.version);
    expect(await effects(() => restore(after.version))).toEqual(edited);
    expect({ ...(await get()), version: after.version }).toEqual(after);
  });

  /** A rule that a document brings back to a feed is another one there. */
  function withoutIds({ version: _version, rules, ...rest }: FeedConfigShape) {
    return { ...rest, rules: rules.map(({ id: _id, ...rule }) => rule) };
  }

  function counted({ events, ...rest }: Awaited<ReturnType<typeof effectsOf>>) {
    return { ...rest, events: events.map((told) => ({ ...told, rules: branded<readonly string[]>(told.rules).length })) };
  }
});

test.each(titled(shown))("%s is shown by its preview and by a dry run, which change nothing", async (_title, each) => {
  const { feed, get, send, plan, restore, effectsOf: effects } = await open(each);
  const before = await get();
  await send(await each.edit(feed));
  const after = await get();
  await restore(before.version);
  const present = await get();
  const query = { expected_version: String(present.version) };
  const previews = [(await each.preview?.(feed)) ?? []].flat();
  for (const preview of previews) expect(await effects(() => send(preview, query))).toEqual(NOTHING);
  const planned: ConfigPlanShape[] = [];
  expect(await effects(async () => planned.push(await plan(after, query)))).toEqual(NOTHING);
  const differing = planned.flatMap(({ changed_count: counts }) => Object.keys(counts).filter((name) => counts[name] !== 0));
  expect(differing).toEqual([each.section]);
  expect(await get()).toEqual(present);
});
