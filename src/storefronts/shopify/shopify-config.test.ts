import { describe, expect, test } from "vitest";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { sealedConfig, shopAddress, targetOf } from "./shopify-config.ts";

const secrets = openSecrets(Buffer.alloc(32, 3));
const noSample = () => Promise.reject(new Error("no sample"));

describe("the address of a shop", () => {
  test.each([
    ["my-shop.myshopify.com", "https://my-shop.myshopify.com"],
    ["https://My-Shop.myshopify.com/", "https://my-shop.myshopify.com"],
    ["my-shop.myshopify.com/admin", "https://my-shop.myshopify.com"],
    ["http://127.0.0.1:8090", "http://127.0.0.1:8090"],
    ["http://localhost:8090/", "http://localhost:8090"],
  ])("%s is %s", (typed, origin) => {
    expect(shopAddress(typed).origin).toBe(origin);
  });

  test.each([
    "example.com",
    "my-shop",
    "http://my-shop.myshopify.com",
    "http://10.0.0.1:8090",
    "http://169.254.169.254",
    "http://127.0.0.1.evil.example",
    "http://user@127.0.0.1",
    "my-shop.myshopify.com.evil.example",
    "evil.example/my-shop.myshopify.com",
    "my-shop.myshopify.com:8443",
    "",
  ])("%j is none", (typed) => {
    expect(() => shopAddress(typed)).toThrow(/isn't a Shopify shop/);
  });
});

describe("what is stored of it", () => {
  test("holds the token sealed, and opens for this shop", async () => {
    const config = sealedConfig(secrets, shopAddress("my-shop.myshopify.com"), "shpat_secret");
    expect(JSON.stringify(config)).not.toContain("shpat_secret");
    expect(await targetOf({ secrets, sample: noSample }, { config, domain: "my-shop.myshopify.com" })).toEqual({
      shop: "my-shop.myshopify.com",
      origin: "https://my-shop.myshopify.com",
      token: "shpat_secret",
    });
  });

  test("does not open for another shop: a row that was copied sends its token nowhere", async () => {
    const config = sealedConfig(secrets, shopAddress("my-shop.myshopify.com"), "shpat_secret");
    await expect(
      targetOf(
        { secrets, sample: noSample },
        { config: { ...config, origin: "https://other.myshopify.com" }, domain: "my-shop.myshopify.com" },
      ),
    ).rejects.toThrow(/can't be decrypted/);
  });
});
