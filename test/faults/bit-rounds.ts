import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import { type Draw, seededDraw } from "../../src/storefronts/sample/seeded-draw.ts";
import { errorCode } from "../../src/platform/objects/storage-faults.ts";
import { type ServiceHome, serviceHome } from "../harness/service-process.ts";
import { writeExport } from "./export-file.ts";
import { readFeed, sha256 } from "./feed-reader.ts";
import { shopClient, type ShopClient } from "./shop-client.ts";

/**
 * One bit after the other of a shop's stored objects is flipped and put back. In between the feed file, its packed form and lists of
 * products are asked for, and the feed is run: everything answered with 200 must be what it was before, and so must the live file.
 */
export interface BitPlan {
  readonly flips: number;
  readonly seed: number;
  readonly products: number;
  /** No flip comes later. */
  readonly budgetMs: number;
  readonly say: (line: string) => void;
}

export interface BitReport {
  readonly flips: number;
  /** Flips by the name of the file. */
  readonly files: Readonly<Record<string, number>>;
  /** Answers that were what they should be, and answers that were refused with 503. */
  readonly right: number;
  readonly refused: number;
  /** Runs by how they ended. */
  readonly runs: Readonly<Record<string, number>>;
  readonly wentLive: number;
  readonly violations: readonly string[];
}

const ENDED_WITHIN_MS = 300_000;
const TIMEOUT_MS = 120_000;
const DOMAIN = "bits.example";
/** No run reads these, nor what is not live. */
const READ_BY_NO_RUN = /^(gmcfeed\.txt(\.gz)?|excluded\.txt)(~sha256)?$/;

interface Scene {
  readonly client: ShopClient;
  readonly feedUrl: string;
  readonly listUrls: readonly string[];
  readonly key: string;
  readonly objects: string;
  readonly truth: Map<string, string>;
  readonly report: { right: number; refused: number; wentLive: number; runs: Record<string, number>; violations: string[] };
}

/** `open` makes the home of the service: tests that run in Vitest clone a database for it (`clonedService`), and commands can't. */
export async function bitRounds({ flips, seed, products, budgetMs, say }: BitPlan, open = serviceHome): Promise<BitReport> {
  await using home = await open({ LOG_LEVEL: "error" });
  await home.start();
  const scene = await openScene(home, products);
  const draw = seededDraw(seed, 0, "facts");
  const deadline = performance.now() + budgetMs;
  const files: Record<string, number> = {};
  let done = 0;
  for (; done < flips && performance.now() < deadline; done += 1) {
    const { name, told } = await flipOnce(scene, draw);
    files[name] = (files[name] ?? 0) + 1;
    say(`${done + 1}: ${told}`);
  }
  const { report } = scene;
  say(`${done} random bit flips over the objects of a shop: ${report.wentLive} went live`);
  return { ...report, flips: done, files };
}

async function openScene(home: ServiceHome, products: number): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), "feedwright-bits-"));
  try {
    const file = join(folder, "export.csv");
    await writeExport(file, { products, version: 0 });
    const added = await home.command("shop", "add", "--csv", file, "--domain", DOMAIN, "--json").output;
    const { feed_url: feedUrl, feed_id: feedId, merchant_key: key } = members(parseJson(added));
    if (typeof feedUrl !== "string" || typeof feedId !== "string" || typeof key !== "string") throw new Error(`shop add answered ${added}`);
    const scene: Scene = {
      client: shopClient(home.url, key, feedId),
      feedUrl,
      listUrls: [`/v1/feeds/${feedId}/products?per_page=20`, `/v1/products?feed_id=${feedId}&per_page=20`].map(
        (path) => `${home.url}${path}`,
      ),
      key,
      objects: join(home.dataDir, "objects", "objects"),
      truth: new Map(),
      report: { right: 0, refused: 0, wentLive: 0, runs: {}, violations: [] },
    };
    await scene.client.workEnded(ENDED_WITHIN_MS);
    for (const [what, { status, text }] of await answers(scene)) {
      if (status !== 200) throw new Error(`${what} was answered ${status} before any bit was flipped`);
      scene.truth.set(what, text);
    }
    return scene;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface PlainAnswer {
  readonly status: number;
  readonly text: string;
}

async function answers({ feedUrl, listUrls, key }: Scene): Promise<readonly (readonly [string, PlainAnswer])[]> {
  const asked: (readonly [string, PlainAnswer])[] = [];
  for (const encoding of ["gzip", "identity"] as const) {
    const { status, text } = await readFeed(feedUrl, encoding);
    asked.push([`the feed file (${encoding})`, { status, text: sha256(text) }]);
  }
  for (const url of listUrls) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { data } = members(parseJson(await answer.text()));
    asked.push([new URL(url).pathname, { status: answer.status, text: JSON.stringify(data, withoutTimes) }]);
  }
  return asked;
}

/** A new extract of the same export gives the same products at another time. */
function withoutTimes(member: string, value: unknown): unknown {
  return member.endsWith("_at") ? undefined : value;
}

/** Each second flip hits the newest snapshot or run, which is what is live; the others whatever the shop has. */
async function drawFile(objects: string, draw: Draw): Promise<{ readonly path: string; readonly isLive: boolean }> {
  const paths = await pathsBelow(objects);
  const newest = (kind: string): number => Math.max(...paths.map((path) => idOf(path, kind)));
  const [run, extract] = [newest("runs"), newest("extracts")];
  const live = paths.filter((path) => idOf(path, "runs") === run || idOf(path, "extracts") === extract);
  const among = (draw.between(0, 1) === 0 ? live : paths).toSorted();
  const path = among[draw.between(0, among.length - 1)];
  if (path === undefined) throw new Error("the shop has no objects");
  return { path, isLive: live.includes(path) };
}

async function pathsBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    // Retention removes the folders of old runs meanwhile.
    if (errorCode(error) !== "ENOENT") throw error;
    return pathsBelow(folder);
  }
}

const idOf = (path: string, kind: string): number => Number(new RegExp(`/${kind}/(\\d+)/`).exec(path)?.[1] ?? -1);

async function flipOnce(scene: Scene, draw: Draw): Promise<{ readonly name: string; readonly told: string }> {
  const { path, isLive } = await drawFile(scene.objects, draw);
  const name = basename(path);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return flipOnce(scene, draw);
  const [at, bit] = [draw.between(0, Math.max(0, bytes.length - 1)), draw.between(0, 7)];
  const told = `bit ${bit} of byte ${at} of ${relative(scene.objects, path)}`;
  const flipped = Buffer.from(bytes);
  flipped[at] = (bytes[at] ?? 0) ^ (1 << bit);
  await writeFile(path, flipped);
  await look(scene, told);
  if (isLive && !READ_BY_NO_RUN.test(name)) await runOnce(scene, told);
  // What retention has removed meanwhile stays removed.
  if ((await stat(path).catch(() => undefined)) !== undefined) await writeFile(path, bytes);
  return { name, told };
}

async function look(scene: Scene, told: string): Promise<void> {
  const { truth, report } = scene;
  for (const [what, { status, text }] of await answers(scene)) {
    if (status === 200 && text === truth.get(what)) report.right += 1;
    else if (status === 503) report.refused += 1;
    else report.violations.push(`${told}: ${what} was answered ${status}${status === 200 ? " with something else" : ""}`);
  }
}

/** Runs the feed, and whatever that sets off; then the live file must be the true one, whatever became of the run. */
async function runOnce(scene: Scene, told: string): Promise<void> {
  const { client, report, feedUrl, truth } = scene;
  const { status } = await client.startRun();
  const ended = await client.workEnded(ENDED_WITHIN_MS);
  const run = ended?.find(({ kind }) => kind === "run");
  if (status !== 202 || run === undefined) {
    report.violations.push(`${told}: a run was answered ${status} and ${run === undefined ? "did not end" : "ended"}`);
    return;
  }
  const end = run.errorCode ?? run.publication ?? run.status;
  report.runs[end] = (report.runs[end] ?? 0) + 1;
  const live = await readFeed(feedUrl, "identity");
  if (live.status !== 200 || sha256(live.text) === truth.get("the feed file (identity)")) return;
  report.wentLive += 1;
  report.violations.push(`${told}: another file went live`);
}
