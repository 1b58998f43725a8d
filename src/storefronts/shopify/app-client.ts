import { z } from "zod";
import type { Egress } from "../../platform/egress/egress-port.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { PlainError } from "../../kernel/errors.ts";
import {
  type AdminCall,
  type AppCall,
  AppFault,
  type AppGrant,
  type AppShop,
  type AppSubscription,
  type ShopifyAppSettings,
  type ShopifyClient,
  type WantedSubscription,
  type WantedWebhooks,
} from "../shopify-app-port.ts";
import type { ShopTokens } from "../storefront-port.ts";
import { type AdminClient, adminClient } from "./admin-client.ts";
import { BILLING_DOCUMENTS } from "./billing-documents.ts";
import { keepWebhooks } from "./keep-webhooks.ts";
import { ORDINARY_PACE, type Pace } from "./pace.ts";
import { askLanguages, askShop } from "./shop-context.ts";
import { requestToken, shopOrigin } from "./token-requests.ts";

export interface AppServices {
  readonly settings: ShopifyAppSettings;
  readonly egress: Pick<Egress, "fetch">;
  readonly log: Logger;
  readonly now: () => Date;
  readonly version?: string;
  /** Tests move faster. */
  readonly pace?: Pace;
}

const EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const OFFLINE = "urn:shopify:params:oauth:token-type:offline-access-token";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const COUNTRY_UNKNOWN = "US";
/** Somebody waits for what is asked here. */
const ASK_DEADLINE_MS = 10_000;
const IMPATIENT = { ...ORDINARY_PACE, retryMs: 300, retryMaxMs: 2_000, silentAfterMs: ASK_DEADLINE_MS };

export function shopifyClient(services: AppServices): ShopifyClient {
  const exchange = (call: AppCall, subject: string, type: string) =>
    requestToken(services, call, {
      kind: "offline",
      body: { grant_type: EXCHANGE, subject_token: subject, subject_token_type: type, requested_token_type: OFFLINE, expiring: "1" },
    });
  const byRefresh = (call: AppCall, { refreshToken, accessToken }: AppGrant): Promise<AppGrant> =>
    refreshToken === null
      ? exchange(call, accessToken, OFFLINE)
      : requestToken(services, call, { kind: "offline", body: { grant_type: "refresh_token", refresh_token: refreshToken } });
  const askByCredentials = (call: AppCall): Promise<AppGrant> =>
    requestToken(services, call, { kind: "credentials", body: { grant_type: "client_credentials" } });
  return Object.freeze({
    exchangeCode: (call: AppCall, code: string) => requestToken(services, call, { kind: "offline", body: { code, expiring: "1" } }),
    exchangeSessionToken: (call: AppCall, subject: string) => exchange(call, subject, ID_TOKEN),
    askByCredentials,
    refresh: async (call: AppCall, grant: AppGrant) => (grant.kind === "credentials" ? askByCredentials(call) : byRefresh(call, grant)),
    introduce: (call: AppCall, grant: AppGrant) => introduce(services, call, grant),
    scopes: async (call: AdminCall) => [...(await asked(call, askShop(adminOf(services, call, call.tokens)))).scopes].toSorted(),
    billing: (call: AdminCall) => askBilling(services, call),
    subscribe: (call: AdminCall, wanted: WantedSubscription) => subscribe(services, call, wanted),
    cancel: (call: AdminCall, id: string) => cancel(services, call, id),
    keepWebhooks: (call: AdminCall, wanted: WantedWebhooks) => asked(call, keepWebhooks(adminOf(services, call, call.tokens), wanted)),
  } satisfies ShopifyClient);
}

function adminOf(
  { settings, egress, log, version, pace = IMPATIENT }: AppServices,
  { shop, signal }: AppCall,
  tokens: ShopTokens,
): AdminClient {
  const budget = { take: async () => 0, report: async () => undefined };
  const target = { shop, origin: shopOrigin(settings, shop), token: tokens, version };
  return adminClient(target, { egress, budget, pace, log, signal });
}

/** What the Admin API says to a person becomes a fault of the app. */
async function asked<T>({ signal }: AppCall, ask: Promise<T>): Promise<T> {
  try {
    return await ask;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlainError) || error instanceof AppFault) throw error;
    throw new AppFault(error.code === "shopify_unavailable" ? "unavailable" : "refused", error.message, error);
  }
}

async function introduce(services: AppServices, call: AppCall, grant: AppGrant): Promise<AppShop> {
  const fixed = { current: async () => grant.accessToken, renew: () => Promise.reject(refusedAtOnce(call)) };
  const client = adminOf(services, call, fixed);
  const shop = await asked(call, askShop(client));
  if (!shop.scopes.has("read_products"))
    throw new AppFault("refused", `${call.shop} didn't grant read_products, and without products there is no feed. Install the app again.`);
  const languages = await asked(call, askLanguages(client, shop.scopes));
  return {
    platformId: shop.id,
    domain: shop.platformDomain,
    name: shop.name,
    currency: shop.currency,
    country: shop.country ?? COUNTRY_UNKNOWN,
    timeZone: shop.timeZone,
    languages,
    scopes: [...shop.scopes].toSorted(),
  };
}

function refusedAtOnce({ shop }: AppCall): AppFault {
  return new AppFault("ended", `${shop} refuses the token it has just granted. Install the app again.`);
}

const Subscription = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["PENDING", "ACCEPTED", "ACTIVE", "FROZEN", "CANCELLED", "DECLINED", "EXPIRED"]),
  test: z.boolean(),
  trialDays: z.int(),
  createdAt: z.string(),
  currentPeriodEnd: z.string().nullable(),
});
const UserErrors = z.array(z.object({ message: z.string() }));
const BillingAnswer = z.object({
  shop: z.object({ plan: z.object({ partnerDevelopment: z.boolean() }) }),
  currentAppInstallation: z.object({
    activeSubscriptions: z.array(Subscription),
    allSubscriptions: z.object({ nodes: z.array(Subscription) }),
  }),
});
const CreateAnswer = z.object({
  appSubscriptionCreate: z.object({
    confirmationUrl: z.string().nullable(),
    appSubscription: Subscription.nullable(),
    userErrors: UserErrors,
  }),
});
const CancelAnswer = z.object({
  appSubscriptionCancel: z.object({ appSubscription: Subscription.nullable(), userErrors: UserErrors }),
});

async function askBilling(services: AppServices, call: AdminCall) {
  const client = adminOf(services, call, call.tokens);
  const { shop, currentAppInstallation: installed } = await asked(call, client.ask(BILLING_DOCUMENTS.subscriptions, {}, BillingAnswer));
  return {
    active: installed.activeSubscriptions,
    latest: installed.allSubscriptions.nodes,
    isDevelopment: shop.plan.partnerDevelopment,
  };
}

async function subscribe(services: AppServices, call: AdminCall, wanted: WantedSubscription) {
  const { name, price, currency, returnUrl, trialDays, isTest, discount } = wanted;
  const reduced =
    discount === null
      ? {}
      : {
          discount: {
            value: { percentage: discount.share },
            ...(discount.periods === null ? {} : { durationLimitInIntervals: discount.periods }),
          },
        };
  const details = { price: { amount: price, currencyCode: currency }, interval: "EVERY_30_DAYS", ...reduced };
  const variables = {
    name,
    returnUrl,
    trialDays,
    test: isTest,
    lineItems: [{ plan: { appRecurringPricingDetails: details } }],
    replacementBehavior: "STANDARD",
  };
  const { appSubscriptionCreate: answer } = await asked(
    call,
    adminOf(services, call, call.tokens).ask(BILLING_DOCUMENTS.create, variables, CreateAnswer),
  );
  if (answer.confirmationUrl === null || answer.appSubscription === null) throw refusedCharge(answer.userErrors);
  return { confirmationUrl: answer.confirmationUrl, subscription: answer.appSubscription };
}

async function cancel(services: AppServices, call: AdminCall, id: string): Promise<AppSubscription> {
  const { appSubscriptionCancel: answer } = await asked(
    call,
    adminOf(services, call, call.tokens).ask(BILLING_DOCUMENTS.cancel, { id }, CancelAnswer),
  );
  if (answer.appSubscription === null) throw refusedCharge(answer.userErrors);
  return answer.appSubscription;
}

function refusedCharge(errors: z.output<typeof UserErrors>): AppFault {
  return new AppFault("refused", `Shopify refused the subscription. ${errors.map(({ message }) => message).join(" ")}`.trim());
}
