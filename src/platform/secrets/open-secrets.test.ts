import { randomBytes } from "node:crypto";
import { assert, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { openSecrets, secretsKeyId } from "./open-secrets.ts";

const secrets = openSecrets(Buffer.alloc(32, 7));

describe("sealed secrets", () => {
  test("every text opens again under its own context", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 200 }), string({ maxLength: 40 }), (plain, context) => {
        const sealed = secrets.seal(context, plain);
        expect(sealed).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
        expect(secrets.open(context, sealed)).toBe(plain);
      }),
    );
  });

  test("the same text never seals to the same bytes", () => {
    expect(secrets.seal("shop:3:token", "x")).not.toBe(secrets.seal("shop:3:token", "x"));
  });

  test("another context, another key and any changed byte are refused", () => {
    const sealed = secrets.seal("shop:3:token", "shpat_1");
    expect(() => secrets.open("shop:4:token", sealed)).toThrow("can't be decrypted");
    expect(() => openSecrets(randomBytes(32)).open("shop:3:token", sealed)).toThrow("can't be decrypted");
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(() => secrets.open("shop:3:token", `v1.${changed.toString("base64url")}`)).toThrow("can't be decrypted");
    }
  });

  test.each(["", "v1.", "v1.AAAA", "v2.AAAA", "plain text"])("%j is not a sealed text", (text) => {
    expect(() => secrets.open("c", text)).toThrow("can't be decrypted");
  });
});

describe("several keys", () => {
  const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const both = openSecrets(fresh, [old]);

  test("the first seals, and names itself; every one of them opens", () => {
    const sealed = both.seal("c", "x");
    expect(sealed).toMatch(new RegExp(`^v2\\.${secretsKeyId(fresh)}\\.`));
    expect(openSecrets(fresh).open("c", sealed)).toBe("x");
    expect(both.open("c", openSecrets(old).seal("c", "y"))).toBe("y");
    expect(openSecrets(old, [fresh]).open("c", sealed)).toBe("x");
    expect(() => openSecrets(old).open("c", sealed)).toThrow("can't be decrypted");
  });

  test("only what the first opens is current", () => {
    expect(both.isCurrent("c", both.seal("c", "x"))).toBe(true);
    expect(both.isCurrent("c", openSecrets(fresh).seal("c", "x"))).toBe(true);
    expect(both.isCurrent("c", openSecrets(old).seal("c", "x"))).toBe(false);
    expect(both.isCurrent("c", openSecrets(old, [fresh]).seal("c", "x"))).toBe(false);
    expect(both.isCurrent("other", both.seal("c", "x"))).toBe(false);
  });

  test("links that a previous key signed hold, and the first signs", () => {
    expect(both.verify("download", "a", openSecrets(old).sign("download", "a"))).toBe(true);
    expect(openSecrets(fresh).verify("download", "a", both.sign("download", "a"))).toBe(true);
    expect(openSecrets(fresh).verify("download", "a", openSecrets(old).sign("download", "a"))).toBe(false);
  });

  test("a key's name says nothing of the key", () => {
    expect(secretsKeyId(old)).toMatch(/^[0-9a-f]{16}$/);
    expect(both.keyIds).toEqual([secretsKeyId(fresh), secretsKeyId(old)]);
    expect(old.toString("hex")).not.toContain(secretsKeyId(old));
  });
});

describe("what is shared with a holder of another secret", () => {
  const shared = secrets.sharedWith("svc_live_sk_1", "idempotency a");

  test("opens with that secret and purpose, whatever our own key is", () => {
    const sealed = shared.seal("c", "raw");
    expect(openSecrets(randomBytes(32)).sharedWith("svc_live_sk_1", "idempotency a").open("c", sealed)).toBe("raw");
  });

  test("opens neither with another secret or purpose, nor with our own key", () => {
    const sealed = shared.seal("c", "raw");
    for (const other of [
      secrets.sharedWith("svc_live_sk_2", "idempotency a"),
      secrets.sharedWith("svc_live_sk_1", "idempotency b"),
      secrets,
    ])
      expect(() => other.open("c", sealed)).toThrow("can't be decrypted");
  });
});

describe("signatures", () => {
  test("a signature holds for its purpose and text only", () => {
    const signature = secrets.sign("download", "extract:12");
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets.verify("download", "extract:12", signature)).toBe(true);
    expect(secrets.verify("preview", "extract:12", signature)).toBe(false);
    expect(secrets.verify("download", "extract:13", signature)).toBe(false);
  });

  test("the same key signs alike after a restart", () => {
    expect(openSecrets(Buffer.alloc(32, 7)).sign("download", "a")).toBe(secrets.sign("download", "a"));
  });

  test.each(["", "00", "zz".repeat(32), secrets.sign("p", "t").toUpperCase(), `${secrets.sign("p", "t")}00`])(
    "%j does not verify",
    (signature) => {
      expect(secrets.verify("p", "t", signature)).toBe(false);
    },
  );
});
