import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { answeringServer } from "../../../test/harness/answering-server.ts";
import { shippedTaxonomies, smallMapping, smallTaxonomy } from "../../../test/harness/taxonomies.ts";
import { printGoogleTaxonomy } from "../../engine/taxonomy/google-taxonomy.ts";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { openDirectoryStore } from "../../platform/objects/directory-store.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { currentTaxonomies, type Taxonomies } from "./current-taxonomies.ts";
import { writeMappingFile, writeTaxonomyFile } from "./taxonomy-files.ts";
import { type EditionPlaces, updateTaxonomies } from "./update-taxonomies.ts";

const folder = await mkdtemp(join(tmpdir(), "feedwright-taxonomies-"));
const server = await answeringServer();
const egress = openEgress({ allowLoopback: false, log: silentLog });
afterAll(async () => {
  await egress[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const { google, index } = await shippedTaxonomies();
const paths = google.categories.map(({ path }) => path);

let nth = 0;
let root = "";
/** Milliseconds; each test has its own clock and store. */
let now = 0;
const clock = { now: () => new Date(now) };

beforeEach(() => {
  nth += 1;
  root = join(folder, `store-${nth}`);
  now = Date.parse("2026-11-23T12:00:00Z");
});

/** One process with the store. */
async function openProcess() {
  const objects = await openDirectoryStore({ root, log: silentLog });
  return { objects, clock, egress, log: silentLog, [Symbol.asyncDispose]: () => objects[Symbol.asyncDispose]() };
}

/** Most editions of these tests are small. */
const update = (process: Parameters<typeof updateTaxonomies>[0], places: EditionPlaces) =>
  updateTaxonomies(process, places, { acceptSmaller: true });

const editions = ({ google: of, shopify }: Taxonomies) => [of.edition, shopify.edition];

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const answering =
  (text: string, status = 200) =>
  (response: ServerResponse): void => {
    response.writeHead(status).end(text);
  };

describe("an update", () => {
  test("from files is used at once by the process that made it, and by another one within a minute", async () => {
    await using mine = await openProcess();
    await using other = await openProcess();
    expect(editions(await currentTaxonomies(other))).toEqual(["2021-09-21", "2025-01"]);
    const places = {
      google: await fileOf("google.txt", printGoogleTaxonomy({ ...google, edition: "2030-01-01", notes: {} })),
      shopify: await fileOf("shopify.json", smallMapping("2030-02", paths)),
    };
    expect(await update(mine, places)).toEqual([
      { kind: "google", edition: "2030-01-01", before: "2021-09-21", source: "google.txt", rows: 5595, added: 0, removed: 0, changed: 0, stored: true }, // prettier-ignore
      { kind: "shopify", edition: "2030-02", before: "2025-01", source: "shopify.json", rows: 400, added: 400, removed: 10_535, changed: 0, stored: true }, // prettier-ignore
    ]);
    expect(editions(await currentTaxonomies(mine))).toEqual(["2030-01-01", "2030-02"]);
    now += 59_000;
    const seen = await currentTaxonomies(other);
    expect(editions(seen)).toEqual(["2030-01-01", "2030-02"]);
    expect(seen.google.notes).toMatchObject({ Source: "google.txt", Date: "2026-11-23" });
    // Nobody looks again for what is known.
    expect(await currentTaxonomies(other)).toBe(seen);
  });

  test("of one edition leaves the other, and says what is new, gone and changed", async () => {
    await using mine = await openProcess();
    const lines = printGoogleTaxonomy({ ...google, edition: "2031-01-01", notes: {} }).split("\n");
    const next = lines.map((line) => line.replace(/^784 - Media > Books$/u, "784 - Media > Book"));
    const kept = next.filter((line) => !/^543541 - |^543542 - |^543543 - /u.test(line)).concat("1000001 - Media > Cafe\u0301 Scrolls");
    const [change, ...more] = await update(mine, { google: await fileOf("next.txt", `${kept.join("\n")}\n`) });
    expect(more).toEqual([]);
    expect(change).toMatchObject({ rows: 5593, added: 1, removed: 3, changed: 1 });
    expect(editions(await currentTaxonomies(mine))).toEqual(["2031-01-01", "2025-01"]);
    expect((await currentTaxonomies(mine)).index.categoryOf("media > caf\u00E9 scrolls")?.id).toBe("1000001");
  });

  test("with an edition that is cut off between two lines is refused, unless a smaller one is wanted", async () => {
    await using mine = await openProcess();
    const lines = printGoogleTaxonomy({ ...google, edition: "2031-01-01", notes: {} }).split("\n");
    const of = async (count: number) => ({ google: await fileOf("cut.txt", `${lines.slice(0, count).join("\n")}\n`) });
    await expect(updateTaxonomies(mine, await of(5001))).rejects.toThrow(
      "cut.txt can't be used: it has 5000 categories, but the edition in use has 5595, so its end is probably missing. If the publisher removed that many, add --accept-smaller. The current edition stays in use.",
    );
    expect(await updateTaxonomies(mine, await of(5101))).toMatchObject([{ rows: 5100, removed: 495 }]);
    expect(await update(mine, await of(4001))).toMatchObject([{ rows: 4000 }]);
  });

  test("with the edition in use stores nothing, and a third one keeps only the one before it", async () => {
    await using mine = await openProcess();
    const load = async (edition: string) => update(mine, { google: await fileOf("g.txt", smallTaxonomy(edition)) });
    for (const edition of ["2030-01-01", "2030-01-01", "2030-01-02", "2030-01-03"]) await load(edition);
    const keys: string[] = [];
    for await (const { key } of mine.objects.list("taxonomies/")) keys.push(key);
    expect(keys).toEqual(["taxonomies/google/00000002/edition.br", "taxonomies/google/00000003/edition.br"]);
    expect(editions(await currentTaxonomies(mine))[0]).toBe("2030-01-03");
  });

  test("from a server takes the file, or the newest of a list of files, and prefers JSON, which has ids", async () => {
    await using mine = await openProcess();
    const listed = ["2030-01.txt", "2030-02.txt", "2030-02.json", "2031-01-unstable.txt"].map((name) => {
      const [version = "", ending = ""] = name.split(".");
      const file = `shopify_${version}_to_google_2021-09-21.${ending}`;
      return { name: file, download_url: `${server.url}/files/${file}` };
    });
    const names = [...listed, { name: "all_mappings.json", download_url: `${server.url}/all` }];
    server.answer(
      answering(printGoogleTaxonomy({ ...google, edition: "2030-03-03", notes: {} })),
      answering(JSON.stringify(names)),
      answering(smallMapping("2030-02", paths)),
    );
    const changes = await update(mine, { google: `${server.url}/taxonomy.txt`, shopify: `${server.url}/list` });
    const file = "/files/shopify_2030-02_to_google_2021-09-21.json";
    expect(server.requests.map(({ path }) => path)).toEqual(["/taxonomy.txt", "/list", file]);
    expect(changes).toMatchObject([
      { edition: "2030-03-03", source: `${server.url}/taxonomy.txt` },
      { edition: "2030-02", source: `${server.url}${file}` },
    ]);
  });

  test("that fails anywhere leaves both as they were", async () => {
    await using mine = await openProcess();
    const good = await fileOf(
      "good.txt",
      smallTaxonomy(
        "2030-01-01",
        google.categories.map(({ id, path }) => `${id} - ${path}`),
      ),
    );
    const shopify = async (text: string) => ({ google: good, shopify: await fileOf("bad.json", text) });
    const cases: readonly (readonly [() => Promise<object>, RegExp])[] = [
      [() => shopify("{"), /bad\.json can't be used: it seems to be cut off in line 1\. The current edition stays in use\./u],
      [() => shopify(smallMapping("2030-02", [])), /at least 300/u],
      [async () => ({ google: join(folder, "nowhere.txt") }), /nowhere\.txt can't be read: ENOENT/u],
      [async () => ({ google: folder }), /can't be read: EISDIR/u],
      [() => shopify("{]"), /bad\.json can't be used: it isn't valid JSON\./u],
      [async () => ({ google: await fileOf("cut.txt", smallTaxonomy("2030-01-01")).then(cutInCharacter) }), /cut off in line 303, which/u],
      [async () => ({ google: await fileOf("latin.txt", smallTaxonomy("2030-01-01")).then(makeLatin) }), /isn't UTF-8/u],
    ];
    for (const [places, message] of cases) await expect(update(mine, await places())).rejects.toThrow(message);
    const answers: readonly (readonly [(response: ServerResponse) => void, RegExp])[] = [
      [answering("gone", 404), /\/x couldn't be downloaded: it answered 404\. The current edition stays in use\./u],
      [(response) => response.writeHead(302, { location: `${server.url}/y` }).end(), /couldn't be downloaded: .*redirect/u],
      [(response) => response.destroy(), /couldn't be downloaded: /u],
      [(response) => response.writeHead(200).end(Buffer.alloc(33 * 1024 * 1024, 10)), /is larger than/u],
      [answering("[]"), /none of its files maps/u],
      [answering("[nothing"), /none of its files maps/u],
    ];
    for (const [answer, message] of answers) {
      server.answer(answer);
      await expect(update(mine, { google: good, shopify: `${server.url}/x` })).rejects.toThrow(message);
    }
    await expect(update(mine, { google: "http://10.0.0.1/x" })).rejects.toThrow(/couldn't be downloaded: the address/u);
    for await (const { key } of mine.objects.list("taxonomies/")) expect(key).toBeUndefined();
    expect(editions(await currentTaxonomies(mine))).toEqual(["2021-09-21", "2025-01"]);
  });

  test("that meets another one under way is refused or counted behind it, and never mixed with it", async () => {
    await using one = await openProcess();
    await using two = await openProcess();
    const load = async (process: typeof one, edition: string) => update(process, { google: await fileOf(edition, smallTaxonomy(edition)) });
    const ended = await Promise.allSettled([load(one, "2030-01-01"), load(two, "2030-01-02")]);
    const refused = ended.flatMap((end) => (end.status === "rejected" ? [String(end.reason)] : []));
    expect(refused.filter((reason) => !/Another taxonomy update .* Try again/u.test(reason))).toEqual([]);
    expect(ended.some(({ status }) => status === "fulfilled")).toBe(true);
    now += 60_000;
    expect(await currentTaxonomies(one).then(editions)).toEqual(await currentTaxonomies(two).then(editions));
  });
});

test("a stored edition that is damaged gives way to the shipped one, and the next update heals it", async () => {
  await using mine = await openProcess();
  const file = await fileOf("g.txt", smallTaxonomy("2030-01-01"));
  await update(mine, { google: file });
  await writeFile(join(root, "objects/taxonomies/google/00000001/edition.br"), "x");
  const errors: string[] = [];
  await using other = await openProcess();
  const log = { ...silentLog, error: (_facts: object, message: string) => void errors.push(message) };
  expect(editions(await currentTaxonomies({ ...other, log }))[0]).toBe("2021-09-21");
  expect(errors.at(-1)).toMatch(/stored taxonomy can't be read.*feedwright taxonomy update/u);
  await update({ ...other, log }, { google: file });
  expect(editions(await currentTaxonomies(other))[0]).toBe("2030-01-01");
});

test("sessions get the editions in use as files: categories, and the mapping", async () => {
  await using mine = await openProcess();
  await update(mine, { google: await fileOf("g.txt", smallTaxonomy("2030-01-01", ["166 - Apparel & Accessories"])) });
  await using scratch = await mine.objects.scratch();
  expect(await readFile(await writeTaxonomyFile(mine, scratch), "utf8")).toContain(
    "166\tApparel & Accessories\tapparel & accessories\t166\n900000\tThings\tthings\t900000\n900001\tThings > Kind 0\tthings > kind 0\t900000,900001\n",
  );
  const mapping = (await readFile((await writeMappingFile(mine, scratch)).path, "utf8")).split("\n");
  expect(mapping).toContain("aa\tApparel & Accessories");
  // What Google's edition doesn't have is no answer.
  expect(mapping.filter((line) => line.startsWith("aa-"))).toEqual([]);
  expect(index.categoryOf("1604")).toBeDefined();
});

test("the digest of the mapping changes with the editions alone, not with the layout of the file", async () => {
  await using mine = await openProcess();
  await using scratch = await mine.objects.scratch();
  // Changes with the shipped editions. Any other change would turn each shop's next delta into a full extract after an upgrade.
  expect((await writeMappingFile(mine, scratch)).digest).toBe("b97e1b8e87d0968c2294cdc52e88575f");
});

/** The file in an encoding that isn't UTF-8. */
async function makeLatin(file: string): Promise<string> {
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from([0xe9, 0x0a])]));
  return file;
}

/** The file with a last line that ends within the first character. */
async function cutInCharacter(file: string): Promise<string> {
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from("\u2192").subarray(0, 2)]));
  return file;
}
