import { appendFile, mkdtempDisposable, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { boundServerLog, readLogTail, serverLogFile } from "./server-log.ts";
import { IN_TIME } from "../../../test/harness/slow-machine.ts";

describe("the server's log", () => {
  test("is cut when it has grown too large, and its last part is kept beside it", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-log-"));
    const file = serverLogFile(folder.path);
    using resources = new DisposableStack();
    resources.use(boundServerLog(file, 100, 5));
    await appendFile(file, "x".repeat(90));
    await appendFile(file, "y".repeat(90));
    await vi.waitFor(async () => expect((await stat(file)).size).toBe(0), IN_TIME);
    expect(await readFile(`${file}.1`, "utf8")).toBe("x".repeat(90) + "y".repeat(90));
    await appendFile(file, "z");
    expect(await readFile(file, "utf8")).toBe("z");
  });

  test("shows what was written since a moment, the last lines of it when it is much", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "feedwright-log-"));
    const file = serverLogFile(folder.path);
    await appendFile(file, "before");
    expect(await readLogTail(file, 6)).toBe("");
    await appendFile(file, `${"much ".repeat(10_000)}the end`);
    const tail = await readLogTail(file, 6);
    expect(tail.length).toBe(8 * 1024);
    expect(tail.endsWith("the end")).toBe(true);
    expect(await readLogTail(file, 10_000_000)).toBe(tail);
  });
});
