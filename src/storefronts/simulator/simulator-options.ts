import { PlainError } from "../../kernel/errors.ts";
import { SAMPLE_SHOP } from "../sample/sample-shop.ts";
import type { Chaos } from "./control/failures.ts";
import type { SendDelivery } from "./webhooks/webhook-deliveries.ts";
import { PRODUCTS_MAX } from "./limits.ts";
import { DEFAULT_CLIENT_ID, DEFAULT_CLIENT_SECRET, DEFAULT_SCOPES, DEFAULT_TOKEN } from "./shop-facts.ts";

export interface SimulatorOptions {
  /** 0 takes any that is free. */
  readonly port?: number;
  readonly host?: string;
  readonly seed?: number;
  /** 0 to 100,000. */
  readonly products?: number;
  /** The catalog never changes, so a repeated bulk query is answered with the lines of the first. */
  readonly isStill?: boolean;
  readonly shopDomain?: string;
  /** Where clients reach the simulator, without a slash at the end: links to results begin with it. */
  readonly publicUrl?: string;
  /** Where the images of the products are; the simulator paints them itself when left out. */
  readonly imageBase?: string;
  /** The access token that is let in. */
  readonly token?: string;
  /** The app that can be installed, and signs what the simulator sends. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Where the admin opens the app. */
  readonly appUrl?: string;
  /** Life of the app's access tokens and refresh tokens. */
  readonly tokenSeconds?: number;
  readonly refreshSeconds?: number;
  /** The merchant agrees to an install at once. */
  readonly autoApprove?: boolean;
  readonly scopes?: readonly string[];
  /** Objects a second that a bulk operation goes through. */
  readonly pace?: number;
  /** From being asked for to starting. */
  readonly startMs?: number;
  /** From the cancel of a bulk operation to its end. */
  readonly cancelMs?: number;
  readonly linkLifeMs?: number;
  readonly bucket?: { readonly maximumAvailable: number; readonly restoreRate: number };
  readonly version?: string;
  readonly chaos?: Chaos | null;
  /** How deliveries to the app leave; without it they are lost. */
  readonly deliver?: SendDelivery | null;
  /** Before the first repetition of a delivery. */
  readonly deliveryRetryMs?: number;
  /** Changes of products are kept here over restarts. */
  readonly stateFile?: string;
}

export type SimulatorSettings = Required<Omit<SimulatorOptions, "publicUrl" | "imageBase" | "stateFile">> &
  Pick<SimulatorOptions, "publicUrl" | "imageBase" | "stateFile">;

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;

/** A shop of Shopify's Standard plan, in a hurry: the sample's bulk operations are through in a fraction of a second. */
export function simulatorSettings(options: SimulatorOptions): SimulatorSettings {
  const { products = SAMPLE_SHOP.products } = options;
  if (!Number.isInteger(products) || products < 0 || products > PRODUCTS_MAX)
    throw new PlainError("invalid_param", `A simulated shop can have 0 to ${PRODUCTS_MAX} products, not ${products}.`);
  return {
    port: 0,
    host: "127.0.0.1",
    seed: SAMPLE_SHOP.seed,
    products: SAMPLE_SHOP.products,
    isStill: false,
    shopDomain: SAMPLE_SHOP.domain,
    token: DEFAULT_TOKEN,
    clientId: DEFAULT_CLIENT_ID,
    clientSecret: DEFAULT_CLIENT_SECRET,
    appUrl: "http://127.0.0.1:8080/console",
    tokenSeconds: 3_600,
    refreshSeconds: 90 * DAY_SECONDS,
    autoApprove: false,
    scopes: DEFAULT_SCOPES,
    pace: 50_000,
    startMs: 20,
    cancelMs: 150,
    linkLifeMs: 7 * DAY_MS,
    bucket: { maximumAvailable: 2_000, restoreRate: 100 },
    version: "2026-10",
    chaos: null,
    deliver: null,
    deliveryRetryMs: 1_000,
    ...options,
  };
}
