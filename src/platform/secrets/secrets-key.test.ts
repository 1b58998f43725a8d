import { mkdtempDisposable, readFile, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeSecretsKey, findSecretsKeys, keepSecretsKey, loadSecretsKey, loadSecretsKeys } from "./secrets-key.ts";

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7 + 3).map((byte) => byte % 256));
const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), "feedwright-secrets-"));

describe("the secrets key", () => {
  test("is taken as hexadecimal, base64 and URL-safe base64", () => {
    for (const text of [key.toString("hex"), key.toString("hex").toUpperCase(), key.toString("base64"), key.toString("base64url")]) {
      expect(decodeSecretsKey(text)).toEqual(key);
    }
  });

  test.each(["", "short", "g".repeat(64), "ab".repeat(31), Buffer.alloc(31).toString("base64"), Buffer.alloc(33).toString("base64")])(
    "%j is refused",
    async (text) => {
      expect(decodeSecretsKey(text)).toBeUndefined();
      await expect(loadSecretsKey({ secretsKey: text, databaseUrl: null, dataDir: "/nonexistent" })).rejects.toMatchObject({
        code: "secrets_key_invalid",
      });
    },
  );

  test("is made once, readable by its owner only, and kept", async () => {
    await using folder = await temporaryFolder();
    const source = { secretsKey: null, databaseUrl: null, dataDir: join(folder.path, "data") };
    const first = await loadSecretsKey(source);
    expect(first).toHaveLength(32);
    expect(await loadSecretsKey(source)).toEqual(first);
    expect((await stat(join(source.dataDir, "secrets.key"))).mode & 0o777).toBe(0o600);
  });

  test("is the same for starts at the same moment, which leave nothing else behind", async () => {
    await using folder = await temporaryFolder();
    const source = { secretsKey: null, databaseUrl: null, dataDir: folder.path };
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretsKey(source)));
    expect(new Set(keys.map((one) => one.toString("hex"))).size).toBe(1);
    expect(await readdir(folder.path)).toEqual(["secrets.key"]);
  });

  test("is never replaced when its file is damaged", async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "secrets.key"), "oops");
    await expect(loadSecretsKey({ secretsKey: null, databaseUrl: null, dataDir: folder.path })).rejects.toMatchObject({
      code: "secrets_key_invalid",
    });
    expect(await readFile(join(folder.path, "secrets.key"), "utf8")).toBe("oops");
  });

  test("has to be given beside an external database, and the message shows how to make one", async () => {
    await expect(loadSecretsKey({ secretsKey: null, databaseUrl: "postgres://db/feeds", dataDir: "/nonexistent" })).rejects.toThrow(
      "openssl rand -hex 32",
    );
  });

  test("is found with those that only open, and never made by looking", async () => {
    await using folder = await temporaryFolder();
    const more = Buffer.alloc(32, 5);
    const source = { secretsKey: null, previousSecretsKeys: [more.toString("hex")], databaseUrl: null, dataDir: folder.path };
    expect(await findSecretsKeys(source)).toEqual([more]);
    expect(await readdir(folder.path)).toEqual([]);
    await keepSecretsKey(folder.path, key);
    expect(await findSecretsKeys(source)).toEqual([key, more]);
    expect(await loadSecretsKeys(source)).toEqual([key, more]);
    expect(await findSecretsKeys({ ...source, databaseUrl: "postgres://db/feeds" })).toEqual([more]);
  });

  test("in a folder that cannot be made is one sentence", async () => {
    await expect(loadSecretsKey({ secretsKey: null, databaseUrl: null, dataDir: "/dev/null/data" })).rejects.toMatchObject({
      name: "PlainError",
    });
  });
});
