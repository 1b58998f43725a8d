import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { openEgress } from "../../platform/egress/open-egress.ts";
import { silentLog } from "../../platform/objects/silent-log.ts";
import { openSecrets } from "../../platform/secrets/open-secrets.ts";
import { type Simulator, startSimulator } from "../simulator/start-simulator.ts";
import { targetOf } from "./shopify-config.ts";
import { shopifyStorefront } from "./shopify-storefront.ts";

const secrets = openSecrets(Buffer.alloc(32, 7));
const noSample = () => Promise.reject(new Error("no sample"));
const egress = openEgress({ allowLoopback: false, log: silentLog });
afterAll(() => egress[Symbol.asyncDispose]());
const storefront = shopifyStorefront({ secrets, egress, log: silentLog, sample: noSample, allowLoopback: true });

let simulator: Simulator;
beforeEach(async () => {
  simulator = await startSimulator({ products: 4, shopDomain: "new-shop.myshopify.com" });
});
afterEach(() => simulator.close());

const introduce = (token = simulator.token, shop = simulator.url) =>
  storefront.introduce({ kind: "shopify", shop, token }, new AbortController().signal);

describe("a new Shopify shop", () => {
  test("is known by what Shopify says of it, and its token is sealed", async () => {
    const { shop, config, missing } = await introduce(` ${simulator.token}\n`);
    expect(shop).toMatchObject({ domain: "new-shop.myshopify.com", currency: "EUR", languages: { primary: expect.any(String) } });
    expect(shop?.scopes).toContain("read_translations");
    expect(missing).toBeNull();
    expect(JSON.stringify(config)).not.toContain(simulator.token);
    expect(await targetOf({ secrets, sample: noSample }, { config, domain: "my-shop.myshopify.com" })).toMatchObject({
      origin: simulator.url,
      token: simulator.token,
    });
  });

  test("is refused with a wrong token, and with an address that is none", async () => {
    await expect(introduce("shpat_wrong")).rejects.toMatchObject({ name: "PlainError" });
    await expect(introduce(simulator.token, "shop.example")).rejects.toMatchObject({ name: "PlainError", code: "invalid_param" });
  });

  test("on this very machine is refused without a call, unless development asks for it", async () => {
    const guarded = shopifyStorefront({ secrets, egress, log: silentLog, sample: noSample });
    const access = { kind: "shopify", shop: simulator.url, token: simulator.token } as const;
    await expect(guarded.introduce(access, new AbortController().signal)).rejects.toMatchObject({
      code: "invalid_param",
      message: expect.stringContaining("is on this machine, which is only allowed for development"),
    });
  });

  test("is told which parts its token does not reach, and is none without its products", async () => {
    await simulator.close();
    simulator = await startSimulator({ products: 4, scopes: ["read_products", "read_locales"] });
    expect((await introduce()).missing).toMatch(/missing: .*read_inventory.*that data is left out/);
    await simulator.close();
    simulator = await startSimulator({ products: 4, scopes: ["read_inventory"] });
    await expect(introduce()).rejects.toMatchObject({ code: "shopify_access_denied" });
  });

  test("is no export", async () => {
    await expect(
      storefront.introduce({ kind: "csv", products: { text: "Handle\n" }, translations: null }, new AbortController().signal),
    ).rejects.toThrow("of kind csv");
  });
});
