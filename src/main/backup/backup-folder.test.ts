import { chmod, mkdtempDisposable, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBackupFolder } from "./backup-folder.ts";

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test("a backup's folders are the owner's alone, but a folder with other files stays as open as it was", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-backups-"));
  await chmod(folder.path, 0o755);
  await writeFile(join(folder.path, "notes.txt"), "for everyone");
  await openBackupFolder(folder.path);
  expect(await modeOf(folder.path)).toBe("755");
  for (const name of ["backups", "objects"]) expect(await modeOf(join(folder.path, name))).toBe("700");
  await openBackupFolder(join(folder.path, "new"));
  expect(await modeOf(join(folder.path, "new"))).toBe("700");
  await chmod(join(folder.path, "new"), 0o755);
  await openBackupFolder(join(folder.path, "new"));
  expect(await modeOf(join(folder.path, "new"))).toBe("700");
});
