import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { members, parseJson } from "../../src/kernel/unsafe.ts";
import type { ServiceHome } from "../harness/service-process.ts";
import { writeExport } from "./export-file.ts";
import { readFeed, sha256 } from "./feed-reader.ts";
import { shopClient, type ShopClient } from "./shop-client.ts";

/** The shop whose feed is watched while things are killed, with every file it may ever serve. */
export interface FaultShop extends AsyncDisposable {
  readonly client: ShopClient;
  readonly feedUrl: string;
  /** SHA-256 of each complete file to the version it is of. */
  readonly known: ReadonlyMap<string, string>;
  /** The export of each version. */
  readonly exports: readonly string[];
  /** How long an extract with its run, and a run alone, takes undisturbed. */
  readonly extractMs: number;
  readonly runMs: number;
}

export const FAULT_DOMAIN = "faults.example";
/** Enough that old, new and half of each are three different things. */
const VERSIONS = 3;
const UNDISTURBED_WITHIN_MS = 300_000;

/** Installs the shop and learns, version by version and undisturbed, what its complete files are. */
export async function installFaultShop(home: ServiceHome, products: number): Promise<FaultShop> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "feedwright-exports-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const exports = Array.from({ length: VERSIONS }, (_, version) => join(folder, `version-${version}.csv`));
  const variants: number[] = [];
  for (const [version, file] of exports.entries()) variants.push(await writeExport(file, { products, version }));
  const added = await home.command("shop", "add", "--csv", exports[0] ?? "", "--domain", FAULT_DOMAIN, "--json").output;
  const { feed_url: feedUrl, feed_id: feedId, merchant_key: key } = members(parseJson(added));
  if (typeof feedUrl !== "string" || typeof feedId !== "string" || typeof key !== "string") throw new Error(`shop add answered ${added}`);
  const client = shopClient(home.url, key, feedId);
  const known = new Map<string, string>();
  for (const [version, file] of exports.entries()) {
    if (version > 0) await home.command("extract", "--shop", FAULT_DOMAIN, "--csv", file).output;
    known.set(await completeFile(feedUrl, variants[version] ?? 0), `version ${version}`);
  }
  if (known.size !== VERSIONS) throw new Error("two versions of the export gave one file");
  const extractMs = await undisturbed(client, client.startExtract);
  const runMs = await undisturbed(client, client.startRun);
  const owned = stack.move();
  return { client, feedUrl, known, exports, extractMs, runMs, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Looks at the file as a channel would, before it is trusted as a measure: both forms equal, every line there, the last one whole. */
async function completeFile(url: string, variants: number): Promise<string> {
  const [plain, zipped] = [await readFeed(url, "identity"), await readFeed(url, "gzip")];
  const text = plain.text.toString("utf8");
  const lines = text.split("\n");
  const columns = lines.map((line) => line.split("\t").length);
  const whole = plain.status === 200 && plain.text.equals(zipped.text) && text.endsWith("\n") && lines.length === variants + 2;
  const even = columns.slice(0, -1).every((count) => count === columns[0]);
  if (!whole || !even)
    throw new Error(`the undisturbed file is not complete: ${lines.length - 2} of ${variants} rows, last ${lines.at(-2)}`);
  return sha256(plain.text);
}

async function undisturbed(client: ShopClient, start: ShopClient["startRun"]): Promise<number> {
  const began = performance.now();
  const { status } = await start();
  const ended = await client.workEnded(UNDISTURBED_WITHIN_MS);
  if (status !== 202 || ended?.some((work) => work.status !== "completed") !== false)
    throw new Error(`undisturbed work was answered ${status} and did not complete`);
  return performance.now() - began;
}
