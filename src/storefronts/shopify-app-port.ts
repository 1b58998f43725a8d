import { PlainError } from "../kernel/errors.ts";
import type { IntroducedShop, ShopTokens } from "./storefront-port.ts";

/** Feedwright as an app of Shopify: what the operator configures, what a merchant grants, and what is asked with it. */
export interface ShopifyAppSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Shopify signs with the secret before the last rotation for up to an hour. Null: there was none. */
  readonly previousClientSecret: string | null;
  /** Scopes an installation asks for, sorted. */
  readonly scopes: readonly string[];
  /** For development: the simulator that plays every shop, without a slash at the end. Null: shops are reached at their own domains. */
  readonly simulatorUrl: string | null;
  readonly billing: BillingSettings;
}

export interface BillingSettings {
  /** `off`: plans change at once and cost nothing. `test`: Shopify confirms charges, but charges nothing. */
  readonly mode: "off" | "test" | "live";
  /** Free days before the first charge. */
  readonly trialDays: number;
  /** By code. */
  readonly discounts: Readonly<Record<string, SubscriptionDiscount>>;
}

/** Secrets that may have signed what comes from Shopify, the current one first. */
export function signingSecrets({ clientSecret, previousClientSecret }: ShopifyAppSettings): readonly string[] {
  return previousClientSecret === null ? [clientSecret] : [clientSecret, previousClientSecret];
}

/** Access to one shop. Stored encrypted, never shown, never logged. */
export interface AppGrant {
  /** `credentials`: an app of the shop's own organization, which asks for another token when one has expired. */
  readonly kind: "offline" | "credentials";
  readonly accessToken: string;
  /** ISO 8601; null: the token doesn't expire. */
  readonly expiresAt: string | null;
  readonly refreshToken: string | null;
  readonly refreshExpiresAt: string | null;
  /** Scopes that were granted, sorted; a scope to write is one to read, too. */
  readonly scopes: readonly string[];
}

/** `ended`: Shopify no longer accepts the grant. `refused`: what was asked isn't allowed. `unavailable`: no answer, or Shopify's own fault. */
type AppFaultKind = "ended" | "refused" | "unavailable";
const CODES = { ended: "shopify_access_ended", refused: "shopify_access_refused", unavailable: "shopify_unavailable" } as const;

/** What went wrong between us and Shopify, in the merchant's words. */
export class AppFault extends PlainError {
  readonly fault: AppFaultKind;

  constructor(fault: AppFaultKind, sentence: string, cause?: unknown) {
    super(CODES[fault], sentence, cause);
    this.fault = fault;
  }
}

type SubscriptionStatus = "PENDING" | "ACCEPTED" | "ACTIVE" | "FROZEN" | "CANCELLED" | "DECLINED" | "EXPIRED";

/** A charge as Shopify has it. */
export interface AppSubscription {
  /** `gid://shopify/AppSubscription/…` */
  readonly id: string;
  readonly name: string;
  readonly status: SubscriptionStatus;
  readonly test: boolean;
  readonly trialDays: number;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly currentPeriodEnd: string | null;
}

export interface BillingState {
  /** Those that are active now; Shopify allows one. */
  readonly active: readonly AppSubscription[];
  /** Of any status, newest first. */
  readonly latest: readonly AppSubscription[];
  /** A store for trying apps, where only test charges are possible. */
  readonly isDevelopment: boolean;
}

export interface WantedSubscription {
  readonly name: string;
  /** Decimal, such as `9.99`. */
  readonly price: string;
  readonly currency: string;
  readonly returnUrl: string;
  readonly trialDays: number;
  readonly isTest: boolean;
  readonly discount: SubscriptionDiscount | null;
}

export interface SubscriptionDiscount {
  /** 0 to 1. */
  readonly share: number;
  /** Periods of 30 days; null: for as long as the subscription lasts. */
  readonly periods: number | null;
}

/** Where a request is sent, and by what. */
export interface AppCall {
  /** `my-shop.myshopify.com` */
  readonly shop: string;
  readonly signal: AbortSignal;
}
export type AdminCall = AppCall & { readonly tokens: ShopTokens };

/** Asks Shopify on the app's behalf. Every verb throws `AppFault`. */
export interface ShopifyClient {
  exchangeCode(call: AppCall, code: string): Promise<AppGrant>;
  exchangeSessionToken(call: AppCall, sessionToken: string): Promise<AppGrant>;
  /** For a shop of the app's own organization, where the app is installed. */
  askByCredentials(call: AppCall): Promise<AppGrant>;
  /** Another token in the place of the grant's; one that expires, in the place of one that doesn't. Asked again, Shopify gives the same one for a while. */
  refresh(call: AppCall, grant: AppGrant): Promise<AppGrant>;
  /** What the shop is; a grant that can't read products is refused. */
  introduce(call: AppCall, grant: AppGrant): Promise<AppShop>;
  /** What the merchant allows the app now, sorted. */
  scopes(call: AdminCall): Promise<readonly string[]>;
  billing(call: AdminCall): Promise<BillingState>;
  subscribe(
    call: AdminCall,
    wanted: WantedSubscription,
  ): Promise<{ readonly confirmationUrl: string; readonly subscription: AppSubscription }>;
  cancel(call: AdminCall, subscriptionId: string): Promise<AppSubscription>;
  /** Makes the shop's webhook subscriptions what they should be. */
  keepWebhooks(call: AdminCall, wanted: WantedWebhooks): Promise<KeptWebhooks>;
}

export interface WantedWebhooks {
  /** Where deliveries are sent. */
  readonly uri: string;
  /** Shopify's names: `PRODUCTS_UPDATE`. */
  readonly topics: readonly string[];
}

export interface KeptWebhooks {
  /** Made, changed or removed. */
  readonly repaired: number;
  /** Topics that Shopify refused, and why. */
  readonly refused: readonly string[];
}

export interface AppShop extends IntroducedShop {
  /** `gid://shopify/Shop/…`: stays when the shop's domain changes. */
  readonly platformId: string;
  readonly timeZone: string;
}
