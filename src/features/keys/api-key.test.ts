import { describe, expect, test } from "vitest";
import { KEY_KINDS } from "../../kernel/scopes.ts";
import { formatKey, KEY_ENTROPY_BYTES, keyDisplayPrefix, keyHash, keyKindOf } from "./api-key.ts";

const entropy = Buffer.alloc(KEY_ENTROPY_BYTES, 0xab);
const merchantKey = formatKey("merchant", entropy);

describe("an API key", () => {
  test("is its kind's prefix and 40 lower-case hex characters", () => {
    expect(KEY_KINDS.map((kind) => formatKey(kind, entropy))).toEqual(
      ["svc_live_sk_", "svc_admin_sk_", "svc_org_sk_"].map((prefix) => prefix + "ab".repeat(20)),
    );
  });

  test.each(KEY_KINDS)("of kind %s tells its kind", (kind) => {
    expect(keyKindOf(formatKey(kind, entropy))).toBe(kind);
  });

  test.each([
    ["nothing", ""],
    ["a prefix alone", "svc_live_sk_"],
    ["a character too few", merchantKey.slice(0, -1)],
    ["a character too many", `${merchantKey}a`],
    ["upper-case hex", merchantKey.toUpperCase()],
    ["a letter that is no hex", merchantKey.replace(/.$/, "g")],
    ["a line break at its end", `${merchantKey}\n`],
    ["a space before it", ` ${merchantKey}`],
    ["another prefix", merchantKey.replace("live", "test")],
  ])("is not %s", (_, text) => {
    expect(keyKindOf(text)).toBeUndefined();
  });

  test("is told from others by its hash, and shown by 16 characters that hold little of the secret", () => {
    const other = formatKey("merchant", Buffer.alloc(KEY_ENTROPY_BYTES, 0xac));
    expect(keyHash(merchantKey)).toHaveLength(32);
    expect(keyHash(merchantKey)).not.toEqual(keyHash(other));
    expect(keyDisplayPrefix(merchantKey)).toBe("svc_live_sk_abab");
  });
});
