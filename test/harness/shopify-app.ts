import type { LightMyRequestResponse } from "fastify";
import { OPERATIONS } from "../../src/features/operations.ts";
import type { Services } from "../../src/features/operation.ts";
import { shopifyClient } from "../../src/storefronts/shopify/app-client.ts";
import { ORDINARY_PACE } from "../../src/storefronts/shopify/pace.ts";
import { shopifyStorefront } from "../../src/storefronts/shopify/shopify-storefront.ts";
import type { ShopifyAppSettings } from "../../src/storefronts/shopify-app-port.ts";
import type { SimulatorOptions } from "../../src/storefronts/simulator/simulator-options.ts";
import { DEFAULT_SCOPES } from "../../src/storefronts/simulator/shop-facts.ts";
import { type Simulator, startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";
import { type HttpFront, httpFront, PUBLIC_URL } from "../../src/surfaces/http/http-front.suite.ts";
import { listedCatalog, listedStorefront } from "./listed-storefront.ts";
import { realServices } from "./real-platform.ts";

/** Feedwright as the app of a simulated shop: the service's HTTP front, and a merchant's browser. */
export interface AppWorld extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly front: HttpFront;
  readonly services: Services;
  /** For files of an extract. */
  readonly folder: string;
  /** Of the merchant's browser: begins at our address and goes through Shopify's. */
  install(): Promise<Install>;
}

export interface Install {
  /** Cookie of the browser after the first step. */
  readonly cookie: string;
  /** Where Shopify sent the browser back: path and query. */
  readonly callback: string;
  /** Our answer to that. */
  readonly answer: LightMyRequestResponse;
}

export const APP_SHOP = "simulated-shop.myshopify.com";

interface WorldOptions {
  readonly simulator?: SimulatorOptions;
  readonly settings?: Partial<ShopifyAppSettings>;
  readonly now?: () => Date;
}

export async function appWorld({
  simulator: options = {},
  settings: given = {},
  now = () => new Date(),
}: WorldOptions = {}): Promise<AppWorld> {
  await using stack = new AsyncDisposableStack();
  const simulator = stack.use(await startSimulator({ products: 8, shopDomain: APP_SHOP, autoApprove: true, startMs: 1, ...options }));
  const settings: ShopifyAppSettings = {
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
    previousClientSecret: null,
    scopes: [...DEFAULT_SCOPES].toSorted(),
    simulatorUrl: simulator.url,
    billing: { mode: "live", trialDays: 0, discounts: {} },
    ...given,
  };
  const real = stack.use(await realServices(listedStorefront(listedCatalog(0))));
  const { secrets, egress, log } = real.services;
  const sample = () => Promise.reject(new Error("there is no sample shop"));
  const services: Services = {
    ...real.services,
    publicUrl: PUBLIC_URL,
    shopifyApp: settings,
    shopifyClient: shopifyClient({ settings, egress, log, now, pace: { ...ORDINARY_PACE, retryMs: 5, retryMaxMs: 20 } }),
    clock: { ...real.services.clock, now },
    storefronts: { shopify: shopifyStorefront({ secrets, egress, log, sample, allowLoopback: true, app: settings }) },
  };
  const front = stack.use(await httpFront({ services, operations: OPERATIONS }));
  const running = stack.move();
  return {
    simulator,
    front,
    services,
    folder: real.folder,
    install: () => install(front),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export const cookieOf = ({ headers }: LightMyRequestResponse): string => String(headers["set-cookie"]).split(";")[0] ?? "";

export async function beginInstall(front: HttpFront, shop = APP_SHOP): Promise<{ readonly cookie: string; readonly location: string }> {
  const begun = await front.send({ method: "GET", url: `/shopify/install?shop=${shop}`, key: null });
  return { cookie: cookieOf(begun), location: String(begun.headers.location) };
}

/** Where Shopify sends the browser, without following it. */
export async function approved(location: string): Promise<string> {
  const response = await fetch(location, { redirect: "manual" });
  return String(response.headers.get("location")).replace(PUBLIC_URL, "");
}

export async function returned(front: HttpFront, callback: string, cookie: string): Promise<LightMyRequestResponse> {
  return front.send({ method: "GET", url: callback, headers: { cookie }, key: null });
}

async function install(front: HttpFront): Promise<Install> {
  const { cookie, location } = await beginInstall(front);
  const callback = await approved(location);
  return { cookie, callback, answer: await returned(front, callback, cookie) };
}
