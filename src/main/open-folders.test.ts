import { chmod, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFolders } from "./open-folders.ts";

test("a folder is called open when group or others can look into it, and not when PostgreSQL's group may pass through", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-open-"));
  for (const mode of [0o700, 0o710]) {
    await chmod(folder.path, mode);
    expect(await openFolders([folder.path, join(folder.path, "missing")])).toEqual([]);
  }
  for (const [mode, said] of [
    [0o755, "0755"],
    [0o750, "0750"],
    [0o701, "0701"],
  ] as const) {
    await chmod(folder.path, mode);
    expect(await openFolders([folder.path, folder.path])).toEqual([
      `${folder.path} is open to other accounts (mode ${said}). To close it: chmod 700 ${folder.path}`,
    ]);
  }
});
