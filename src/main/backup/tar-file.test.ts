import { spawnSync } from "node:child_process";
import { mkdir, mkdtempDisposable, readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packFolder, unpackFile } from "./tar-file.ts";

const temporary = () => mkdtempDisposable(join(tmpdir(), "feedwright-tar-"));

async function packed(folder: string): Promise<string> {
  const from = join(folder, "from");
  await mkdir(join(from, "objects/ab"), { recursive: true });
  await mkdir(join(from, "backups/20261127T024805Z-6933d5/database"), { recursive: true });
  await writeFile(join(from, "README"), "");
  await writeFile(join(from, "objects/ab", "ab".repeat(32)), Buffer.alloc(100_001, 7));
  await writeFile(join(from, "backups/20261127T024805Z-6933d5/database/shops.copy.gz"), Buffer.alloc(512, 1));
  const file = join(folder, "backup.tar");
  await packFolder(from, file);
  return file;
}

test("a folder comes out of its file as it went in, for its owner alone, and leaves no draft", async () => {
  await using folder = await temporary();
  const file = await packed(folder.path);
  await unpackFile(file, join(folder.path, "to"));
  expect((await readdir(join(folder.path, "to"), { recursive: true })).toSorted()).toEqual(
    (await readdir(join(folder.path, "from"), { recursive: true })).toSorted(),
  );
  for (const name of ["README", `objects/ab/${"ab".repeat(32)}`, "backups/20261127T024805Z-6933d5/database/shops.copy.gz"])
    expect(await readFile(join(folder.path, "to", name))).toEqual(await readFile(join(folder.path, "from", name)));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder.path)).toSorted()).toEqual(["backup.tar", "from", "to"]);
});

test("tar itself reads it", async () => {
  await using folder = await temporary();
  const listed = spawnSync("tar", ["-tf", await packed(folder.path)], { encoding: "utf8" });
  expect(listed.stderr).toBe("");
  expect(listed.stdout.split("\n").filter(Boolean)).toHaveLength(3);
});

test("a file that ends early, has another byte in a header, or names something outside a backup is refused", async () => {
  await using folder = await temporary();
  const file = await packed(folder.path);
  const whole = await readFile(file);
  await truncate(file, 1_000);
  await expect(unpackFile(file, join(folder.path, "a"))).rejects.toMatchObject({ code: "backup_damaged" });
  const changed = Buffer.from(whole);
  changed.write("X", 1);
  await writeFile(file, changed);
  await expect(unpackFile(file, join(folder.path, "b"))).rejects.toMatchObject({ code: "backup_damaged" });
  await mkdir(join(folder.path, "evil"));
  await writeFile(join(folder.path, "evil", "passwd"), "x");
  await packFolder(join(folder.path, "evil"), file);
  await expect(unpackFile(file, join(folder.path, "c"))).rejects.toMatchObject({ code: "backup_damaged" });
});
