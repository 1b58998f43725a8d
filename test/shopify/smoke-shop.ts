import { readConfig } from "../../src/config.ts";
import { openEgress } from "../../src/platform/egress/open-egress.ts";
import { makeLogger } from "../../src/platform/telemetry/make-logger.ts";
import { shopifyClient } from "../../src/storefronts/shopify/app-client.ts";
import {
  AppFault,
  type AppGrant,
  type AppShop,
  type ShopifyAppSettings,
  type ShopifyClient,
} from "../../src/storefronts/shopify-app-port.ts";
import { startSimulator } from "../../src/storefronts/simulator/start-simulator.ts";

/** What Feedwright asks Shopify as an app, asked once of a real shop of the app's own organization, or of the simulator. */

export interface SmokeOptions {
  readonly fake: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (line: string) => void;
}

const VARIABLES = ["SHOPIFY_CLIENT_ID", "SHOPIFY_CLIENT_SECRET", "SMOKE_SHOPIFY_SHOP"] as const;
const DEADLINE_MS = 120_000;

interface Under {
  readonly client: ShopifyClient;
  readonly strangers: ShopifyClient;
  readonly settings: ShopifyAppSettings;
  readonly shop: string;
  readonly signal: AbortSignal;
  /** Asks for a test charge and cancels it. */
  readonly charges: boolean;
}

interface Found {
  grant?: AppGrant;
  shop?: AppShop;
}

type Case = readonly [title: string, run: (under: Under, found: Found) => Promise<void>];

const CASES: readonly Case[] = [
  [
    "refuses the app with a wrong secret",
    async ({ strangers, shop, signal }) => {
      const refused = await strangers.askByCredentials({ shop, signal }).catch((error: unknown) => error);
      if (!(refused instanceof AppFault)) throw new Error("Shopify gave a token for a wrong secret.");
    },
  ],
  [
    "gives a token with every scope that is configured",
    async ({ client, shop, signal, settings }, found) => {
      found.grant = await client.askByCredentials({ shop, signal });
      const missing = settings.scopes.filter((scope) => !found.grant?.scopes.includes(scope));
      if (missing.length > 0) throw new Error(`The token lacks ${missing.join(", ")}.`);
    },
  ],
  [
    "says what the shop is",
    async ({ client, shop, signal }, found) => {
      found.shop = await client.introduce({ shop, signal }, grantOf(found));
      if (found.shop.domain !== shop) throw new Error(`The shop calls itself ${found.shop.domain}.`);
    },
  ],
  [
    "renews a token that has ended",
    async ({ client, shop, signal }, found) => {
      const next = await client.refresh({ shop, signal }, grantOf(found));
      if (next.accessToken === "" || next.expiresAt === null) throw new Error("The next token has no end.");
      found.grant = next;
    },
  ],
  [
    "lists the app's subscriptions",
    async (under, found) => {
      await under.client.billing({ ...callOf(under), tokens: tokensOf(found) });
    },
  ],
  [
    "asks for a test charge and cancels it",
    async (under, found) => {
      if (!under.charges) return;
      const call = { ...callOf(under), tokens: tokensOf(found) };
      const { confirmationUrl, subscription } = await under.client.subscribe(call, {
        ...{ name: "Feedwright smoke test", price: "1.00", currency: "USD", trialDays: 0, isTest: true, discount: null },
        returnUrl: `https://${under.shop}/admin`,
      });
      if (!confirmationUrl.startsWith("http")) throw new Error("There is no page to confirm the charge.");
      await under.client.cancel(call, subscription.id);
    },
  ],
];

const callOf = ({ shop, signal }: Under) => ({ shop, signal });

function grantOf({ grant }: Found): AppGrant {
  if (grant === undefined) throw new Error("There is no token.");
  return grant;
}

function tokensOf(found: Found) {
  const { accessToken } = grantOf(found);
  return { current: async () => accessToken, renew: () => Promise.reject(new Error("The token was refused.")) };
}

/** Answers the exit code. */
export async function smokeShop({ fake, env, say }: SmokeOptions): Promise<number> {
  const missing = fake ? [] : VARIABLES.filter((name) => (env[name] ?? "") === "");
  if (missing.length > 0) {
    say(`Set ${missing.join(", ")} first. What they are: docs/guide/shopify-app.md`);
    return 1;
  }
  await using stack = new AsyncDisposableStack();
  const under = await openUnder(stack, { fake, env });
  const found: Found = {};
  let failed = 0;
  for (const [title, run] of CASES) {
    try {
      await run(under, found);
      say(`passed  ${title}`);
    } catch (error) {
      failed += 1;
      say(`FAILED  ${title}\n        ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(`${CASES.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function openUnder(stack: AsyncDisposableStack, { fake, env }: Omit<SmokeOptions, "say">): Promise<Under> {
  const shop = fake ? "smoke-test.myshopify.com" : String(env["SMOKE_SHOPIFY_SHOP"]);
  const simulator = fake ? stack.use(await startSimulator({ products: 1, shopDomain: shop })) : undefined;
  simulator?.control.app.install(simulator.control.app.settings.scopes);
  const variables =
    simulator === undefined
      ? env
      : {
          SHOPIFY_CLIENT_ID: simulator.clientId,
          SHOPIFY_CLIENT_SECRET: env["SMOKE_SECRET"] ?? simulator.clientSecret,
          SHOPIFY_SIMULATOR_URL: simulator.url,
        };
  const { app: settings, apiVersion } = readConfig(variables).shopify;
  if (settings === null) throw new Error("SHOPIFY_CLIENT_ID isn't set.");
  const log = stack.use(makeLogger({ level: "error" }));
  const egress = stack.use(openEgress({ allowLoopback: fake, log }));
  const open = (given: ShopifyAppSettings) => shopifyClient({ settings: given, egress, log, now: () => new Date(), version: apiVersion });
  return {
    client: open(settings),
    strangers: open({ ...settings, clientSecret: "not the secret" }),
    settings,
    shop,
    signal: AbortSignal.timeout(DEADLINE_MS),
    charges: fake || env["SMOKE_SHOPIFY_CHARGE"] === "1",
  };
}
