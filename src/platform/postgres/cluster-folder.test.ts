import { mkdir, mkdtempDisposable, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeLogger } from "../telemetry/make-logger.ts";
import { removeAbandonedClusters } from "./abandoned-clusters.ts";
import { findCluster, readClusterOwner } from "./cluster-folder.ts";
import { processStart } from "./process-identity.ts";

const log = makeLogger({ level: "error", write: () => undefined });
const DEAD_MAKER = { pid: 4_194_305, start: "00000000-1" };

async function temporaryFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), "feedwright-cluster-"));
  const shared = join(folder.path, "shared");
  await mkdir(shared);
  const dataDir = async (name: string) => {
    await mkdir(join(folder.path, name), { recursive: true });
    return join(folder.path, name);
  };
  return { shared, path: folder.path, dataDir, [Symbol.asyncDispose]: () => folder.remove() };
}

/** What a finished first start leaves outside the data directory. */
async function plantCluster(
  path: string,
  owner: { readonly id: string; readonly dataDir: string; readonly maker?: object },
): Promise<void> {
  await mkdir(join(path, "data"), { recursive: true });
  await writeFile(join(path, "data", "PG_VERSION"), "18\n");
  await writeFile(join(path, "cluster.json"), JSON.stringify({ password: "p", maker: DEAD_MAKER, ...owner }));
}

const claim = (dataDir: string, id: string, path: string) => writeFile(join(dataDir, "postgres-location"), JSON.stringify({ id, path }));

describe("findCluster", () => {
  test("a new data directory has none, also at the path of an old one", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    await plantCluster(join(folder.shared, "old"), { id: "old", dataDir });
    expect(await findCluster(dataDir)).toBeUndefined();
  });

  test("a claim leads to its cluster", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    const path = join(folder.shared, "one");
    await plantCluster(path, { id: "one", dataDir });
    await claim(dataDir, "one", path);
    expect(await findCluster(dataDir)).toMatchObject({ path, id: "one", password: "p" });
  });

  test("an unfinished cluster inside the directory is none", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    await mkdir(join(dataDir, "postgres", "data.0123"), { recursive: true });
    expect(await findCluster(dataDir)).toBeUndefined();
  });

  test("a claimed cluster that is gone is never replaced by an empty one in silence", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    await claim(dataDir, "one", join(folder.shared, "one"));
    await expect(findCluster(dataDir)).rejects.toMatchObject({ name: "PlainError", code: "postgres_data_missing" });
  });

  test("a cluster with another id is refused", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    const path = join(folder.shared, "one");
    await plantCluster(path, { id: "other", dataDir });
    await claim(dataDir, "one", path);
    await expect(findCluster(dataDir)).rejects.toMatchObject({ code: "postgres_data_foreign" });
  });

  test("a moved data directory keeps its cluster, and a copy does not get it", async () => {
    await using folder = await temporaryFolder();
    const first = await folder.dataDir("first");
    const path = join(folder.shared, "one");
    await plantCluster(path, { id: "one", dataDir: first });
    await claim(first, "one", path);
    const copy = await folder.dataDir("copy");
    await claim(copy, "one", path);
    await expect(findCluster(copy)).rejects.toThrow(`${copy} is a copy of ${first}`);
    const moved = join(folder.path, "moved");
    await rename(first, moved);
    expect(await findCluster(moved)).toMatchObject({ path });
    expect(await readClusterOwner(path)).toMatchObject({ id: "one", dataDir: moved });
  });
});

describe("removeAbandonedClusters", () => {
  const LONG_AGO = new Date("2020-01-01");

  test("keeps what is claimed, being made, or was used by a directory that is missing since today", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    const own = { pid: process.pid, start: await processStart(process.pid) };
    await plantCluster(join(folder.shared, "claimed"), { id: "claimed", dataDir });
    await claim(dataDir, "claimed", join(folder.shared, "claimed"));
    await plantCluster(join(folder.shared, "making"), { id: "making", dataDir, maker: own });
    await plantCluster(join(folder.shared, "unmounted"), { id: "unmounted", dataDir: join(folder.path, "missing") });
    await mkdir(join(folder.shared, "postgres-18-programs"));
    for (const name of ["claimed", "making"]) await utimes(join(folder.shared, name, "data"), LONG_AGO, LONG_AGO);
    await removeAbandonedClusters(log, folder.shared);
    expect((await readdir(folder.shared)).toSorted()).toEqual(["claimed", "making", "postgres-18-programs", "unmounted"]);
  });

  test("removes what its directory has given up, and what has belonged to no directory for a day", async () => {
    await using folder = await temporaryFolder();
    const dataDir = await folder.dataDir("data");
    await plantCluster(join(folder.shared, "superseded"), { id: "superseded", dataDir });
    await claim(dataDir, "newer", join(folder.shared, "newer"));
    await plantCluster(join(folder.shared, "newer"), { id: "newer", dataDir });
    await plantCluster(join(folder.shared, "unfinished"), { id: "unfinished", dataDir });
    await rm(join(folder.shared, "unfinished", "data"), { recursive: true });
    await plantCluster(join(folder.shared, "lost"), { id: "lost", dataDir: join(folder.path, "missing") });
    await utimes(join(folder.shared, "lost", "data"), LONG_AGO, LONG_AGO);
    await removeAbandonedClusters(log, folder.shared);
    expect(await readdir(folder.shared)).toEqual(["newer"]);
  });
});
