import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Logger, type Metrics, NO_METRICS } from "../telemetry/telemetry-port.ts";
import { openDirectoryStore } from "./directory-store.ts";
import { describeObjectStore } from "./object-store.suite.ts";
import { putText } from "./store-under-test.ts";
import { silentLog } from "./silent-log.ts";

const roots: string[] = [];

async function newRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "feedwright-objects-"));
  roots.push(root);
  return root;
}

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

describeObjectStore("a directory as object store", async () => {
  const root = join(await newRoot(), "store");
  return {
    open: () => openDirectoryStore({ root, log: silentLog }),
    damage: (key) => flipBit(join(root, "objects", key)),
    crash: { script: new URL("./directory-store.crash.ts", import.meta.url), args: [root] },
  };
});

async function flipBit(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

describe("a directory store with a damaged object", () => {
  test("reports it once, as an error in the log and in the metric, however often it is asked for", async () => {
    const root = await newRoot();
    const [error, count] = [vi.fn<Logger["error"]>(), vi.fn<Metrics["count"]>()];
    await using store = await openDirectoryStore({ root, log: { ...silentLog, error }, metrics: { ...NO_METRICS, count } });
    await putText(store, "a/b", "x");
    await flipBit(join(store.objectsFolder, "a/b"));
    for (let turn = 0; turn < 3; turn += 1) await expect(store.check("a/b", { recheck: true })).rejects.toThrow("damaged");
    expect(count.mock.calls).toEqual([["objects_damaged_total", {}]]);
    expect(error.mock.calls).toMatchObject([[{ object: "a/b" }, "an object is damaged: its bytes differ from the stored ones"]]);
  });

  test("serves it again once its file was restored", async () => {
    await using store = await openDirectoryStore({ root: await newRoot(), log: silentLog });
    await putText(store, "a/b", "x");
    const path = join(store.objectsFolder, "a/b");
    await flipBit(path);
    await expect(store.check("a/b")).rejects.toThrow("damaged");
    await flipBit(path);
    await store.check("a/b");
  });

  test("trusts no checksum that was cut short", async () => {
    await using store = await openDirectoryStore({ root: await newRoot(), log: silentLog });
    await putText(store, "a/b", "x");
    await writeFile(join(store.objectsFolder, "a/b~sha256"), "");
    await expect(store.check("a/b")).rejects.toThrow("damaged");
  });

  test("takes an object of an older version, which has no checksum, as it is, and guards it once the scrub has seen it", async () => {
    await using store = await openDirectoryStore({ root: await newRoot(), log: silentLog });
    await putText(store, "a/b", "x");
    const path = join(store.objectsFolder, "a/b");
    await rm(`${path}~sha256`);
    await store.check("a/b");
    await store.scrub({ bytesMax: 1, signal: new AbortController().signal });
    await flipBit(path);
    await expect(store.check("a/b")).rejects.toThrow("damaged");
  });
});

describe("a directory store", () => {
  test("shows objects alone in the folder that others may read", async () => {
    await using store = await openDirectoryStore({ root: await newRoot(), log: silentLog });
    await using scratch = await store.scratch();
    await writeFile(scratch.file("part"), "x");
    await store.ready();
    expect(await readdir(store.objectsFolder)).toEqual([]);
  });

  test("leaves no empty folders behind a removal", async () => {
    await using store = await openDirectoryStore({ root: await newRoot(), log: silentLog });
    await using scratch = await store.scratch();
    await writeFile(scratch.file("part"), "x");
    await store.put("shops/1/runs/2/1/rows", scratch.file("part"));
    await store.remove("shops/1/runs/2/1/");
    expect(await readdir(store.objectsFolder)).toEqual([]);
  });

  test("keeps objects and their folders from every other account, whatever modes it finds", async () => {
    const parent = await newRoot();
    const root = join(parent, "made", "store");
    await mkdir(join(root, "objects"), { recursive: true, mode: 0o755 });
    const modes = async (folder: string) => {
      const names = await readdir(folder, { recursive: true });
      return Promise.all(names.map(async (name) => (await stat(join(folder, name))).mode & 0o777));
    };
    await using store = await openDirectoryStore({ root, log: silentLog });
    await using scratch = await store.scratch();
    await writeFile(scratch.file("part"), "x", { mode: 0o666 });
    await store.put("shops/1/runs/2/1/rows", scratch.file("part"));
    expect(new Set(await modes(store.objectsFolder))).toEqual(new Set([0o700, 0o600]));
    expect(new Set(await modes(root))).toEqual(new Set([0o700, 0o600]));
  });

  test("stores no symbolic link", async () => {
    await using store = await openDirectoryStore({ root: await newRoot(), log: silentLog });
    await using scratch = await store.scratch();
    await symlink("/etc/hostname", scratch.file("link"));
    await expect(store.put("a/b", scratch.file("link"))).rejects.toThrow("ELOOP");
  });

  test("keeps scratch folders of another host until they are days old, and what is not a scratch folder for ever", async () => {
    const root = await newRoot();
    await (await openDirectoryStore({ root, log: silentLog }))[Symbol.asyncDispose]();
    const folders = { fresh: "0123456789ab.1.1.aaaaaa", old: "0123456789ab.1.1.bbbbbb", other: "lost+found" };
    for (const name of Object.values(folders)) await mkdir(join(root, "scratch", name));
    const longAgo = new Date(Date.now() - 3 * 86_400_000);
    for (const name of [folders.old, folders.other]) await utimes(join(root, "scratch", name), longAgo, longAgo);
    await (await openDirectoryStore({ root, log: silentLog }))[Symbol.asyncDispose]();
    expect((await readdir(join(root, "scratch"))).toSorted()).toEqual([folders.fresh, folders.other].toSorted());
  });

  test("says which folder cannot be used and what to do", async () => {
    const file = join(await newRoot(), "file");
    await writeFile(file, "");
    await expect(openDirectoryStore({ root: join(file, "store"), log: silentLog })).rejects.toMatchObject({
      name: "PlainError",
      code: "storage_unwritable",
      message: `The object store in ${join(file, "store")} isn't writable: a file is in the place of a folder. Move the file away or choose another folder.`,
    });
  });
});

/** A tmpfs of 1 MB stands for a full disk; mounting one takes root, and nothing else gives ENOSPC without a fault injector. */
const canMount = process.platform === "linux" && process.getuid?.() === 0;

describe.runIf(canMount)("a directory store on a full disk", () => {
  test("refuses the put by name, is not ready, shows no half object, and works again once there is room", async () => {
    const root = await newRoot();
    const run = promisify(execFile);
    await run("mount", ["-t", "tmpfs", "-o", "size=1m,nr_inodes=12", "tmpfs", root]);
    try {
      await using store = await openDirectoryStore({ root, log: silentLog });
      await using scratch = await store.scratch();
      await writeFile(scratch.file("part"), "x");
      const fillers: string[] = [];
      for (let turn = 0; turn < 12; turn += 1) {
        const filler = join(root, `filler-${turn}`);
        const made = await writeFile(filler, "").then(
          () => true,
          () => false,
        );
        if (!made) break;
        fillers.push(filler);
      }
      const full = {
        name: "PlainError",
        code: "storage_full",
        message: `The object store in ${root} isn't writable: its disk is full. Free some space there, then try again.`,
      };
      await expect(store.put("a/b", scratch.file("part"))).rejects.toMatchObject(full);
      await expect(store.ready()).rejects.toMatchObject(full);
      expect(await store.head("a/b")).toBeUndefined();
      for (const filler of fillers) await rm(filler);
      await store.ready();
      expect(await store.put("a/b", scratch.file("part"))).toMatchObject({ bytes: 1 });
    } finally {
      await run("umount", [root]);
    }
  });
});
