import { mkdir, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDirectoryStore } from "../../platform/objects/directory-store.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { storageDetail } from "./storage-check.ts";

test("a store that cannot be written is reported by its code, and its path stands in the log alone", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-ready-"));
  let logged = "";
  await using log = makeLogger({ level: "error", write: (line) => void (logged += line) });
  await using store = await openDirectoryStore({ root: folder.path, log });
  expect(await storageDetail(store)).toBe("is writable");
  await rm(join(folder.path, "scratch"), { recursive: true });
  await writeFile(join(folder.path, "scratch"), "in the way");
  await expect(storageDetail(store)).rejects.toMatchObject({
    code: "storage_unwritable",
    message: "isn't writable (storage_unwritable); see the log for details",
  });
  expect(logged).toContain(folder.path);
  await rm(join(folder.path, "scratch"));
  await mkdir(join(folder.path, "scratch"));
});
