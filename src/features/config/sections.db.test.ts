import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listen, toldEvents } from "../../../test/harness/told-events.ts";
import { branded } from "../../kernel/unsafe.ts";
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

const all = cases.map((each) => [`${each.section}: ${each.title}`, each] as const);

describe.each(all)("%s", (_title, { section: name, title, prepare, ...each }) => {
  const section = Object.values(SECTIONS).find((known) => known.name === name);
  const isDocument = section?.kept === "document";
  // Showing takes DuckDB, so of a section's edits without a preview of their own one is enough.
  const isShown = isDocument && (each.preview !== undefined || cases.find((other) => other.section === name)?.title === title);
  let feed: CaseFeed;
  beforeEach(async () => {
    feed = { config, feedId: await config.newFeed() };
    await insertVersion(config.shop, feed.feedId, { summary: "Created the feed.", createdBy: { kind: "system" } });
    await prepare?.(feed);
  });

  const send = ({ operation, path, body }: SectionRequest, query: Query = {}) =>
    config.ask(operation, path, { query, ...(body === undefined ? {} : { body }) });
  const get = () => config.get(feed.feedId);
  const put = (document: FeedConfigShape, query: Query = {}) => config.put(feed.feedId, { [name]: sectionOf(document) }, query);
  const sectionOf = (document: FeedConfigShape) => branded<Readonly<Record<string, unknown>>>(document)[name];

  /** What a change brings about besides what it changes: versions, outdated computations, events and runs. */
  async function effectsOf(change: () => Promise<unknown>) {
    const { shop } = config;
    await shop.db.deleteFrom("runs").where("feed_id", "=", feed.feedId).execute();
    const count = async () => {
      const { feedId: id } = feed;
      const versions = await shop.db.selectFrom("feed_versions").select("version").where("feed_id", "=", id).execute();
      const runs = await shop.db.selectFrom("runs").select("trigger").where("feed_id", "=", id).execute();
      return { versions: versions.length, version: await config.versionOf(id), runs, told: await toldEvents(shop) };
    };
    const before = await count();
    await change();
    const after = await count();
    return {
      versions: after.versions - before.versions,
      outdated: (after.version ?? 0) - (before.version ?? 0),
      runs: after.runs.map(({ trigger }) => trigger),
      // What was done is said in other words where a document did it, and of no single rule.
      events: after.told.slice(before.told.length).map(({ event, data }) => ({ event, of: data["feed_id"], rules: data["rule_ids"] })),
    };
  }
  const NOTHING = { versions: 0, outdated: 0, runs: [], events: [] };

  test("makes one version, or none, and a run where its section says so", async () => {
    const effects = await effectsOf(async () => send(await each.edit(feed)));
    expect(effects).toMatchObject({
      versions: section?.kept === "none" ? 0 : 1,
      outdated: 1,
      runs: section?.startsRun === true ? ["settings"] : [],
    });
  });

  test("makes no version, event or run where it changes nothing", async () => {
    const edit = await each.edit(feed);
    await send(edit);
    const same = await get();
    for (const nothing of (await each.nothing?.(feed)) ?? [edit]) expect(await effectsOf(() => send(nothing))).toEqual(NOTHING);
    if (isDocument) {
      expect(await effectsOf(() => put(same))).toEqual(NOTHING);
      expect(await effectsOf(() => config.restore(feed.feedId, same.version))).toEqual(NOTHING);
    }
    expect(await get()).toEqual(same);
  });

  test("is refused where somebody changed the feed since, as its preview and its dry run are, and nothing is changed", async () => {
    const request = await each.edit(feed);
    if (!("expected_version" in (request.operation.query?.shape ?? {}))) return expect(section?.kept).toBe("none");
    const { version } = await config.put(feed.feedId, { settings: { gift_cards: true } });
    const wanted = await get();
    const stale = { expected_version: String(version - 1) };
    const preview = await each.preview?.(feed);
    const changes = [
      () => send(request, stale),
      ...(preview === undefined ? [] : [() => send(preview, stale)]),
      ...(isDocument ? [() => put(wanted, { ...stale, dry_run: "true" }), () => config.restore(feed.feedId, version, stale)] : []),
    ];
    for (const change of changes) {
      const effects = await effectsOf(async () => expect((await refusal(change())).code).toBe("version_conflict"));
      expect(effects).toEqual(NOTHING);
    }
    expect(await get()).toEqual(wanted);
  });

  if (isShown)
    test("is shown by its preview and by a dry run, which change nothing", async () => {
      const before = await get();
      await send(await each.edit(feed));
      const after = await get();
      await config.restore(feed.feedId, before.version);
      const shown = await get();
      const preview = await each.preview?.({ ...feed });
      const query = { expected_version: String(shown.version) };
      if (preview !== undefined) expect(await effectsOf(() => send(preview, query))).toEqual(NOTHING);
      const effects = await effectsOf(async () => {
        const plan = branded<ConfigPlanShape>(await put(after, { ...query, dry_run: "true" }));
        expect(
          Object.entries(plan.changed_count)
            .filter(([, count]) => count > 0)
            .map(([changed]) => changed),
        ).toEqual([name]);
      });
      expect(effects).toEqual(NOTHING);
      expect(await get()).toEqual(shown);
    });

  if (isDocument)
    test("ends in the same state, events and run by a document and by restoring a version", async () => {
      const before = await get();
      const edited = await effectsOf(async () => send(await each.edit(feed)));
      const after = await get();
      await config.restore(feed.feedId, before.version);
      const written = await effectsOf(() => put(after));
      expect(withoutIds(await get())).toEqual(withoutIds(after));
      expect(counted(written)).toEqual(counted(edited));
      await config.restore(feed.feedId, before.version);
      const restored = await effectsOf(() => config.restore(feed.feedId, after.version));
      expect({ ...(await get()), version: after.version }).toEqual(after);
      expect(restored).toEqual(edited);
    });

  /** A rule that a document brings back to a feed is another one there. */
  function withoutIds({ version: _version, rules, ...rest }: FeedConfigShape) {
    return { ...rest, rules: rules.map(({ id: _id, ...rule }) => rule) };
  }

  function counted({ events, ...rest }: Awaited<ReturnType<typeof effectsOf>>) {
    return { ...rest, events: events.map((told) => ({ ...told, rules: branded<readonly string[]>(told.rules).length })) };
  }
});
