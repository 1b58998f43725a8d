import type { JsonWebKey } from "node:crypto";
import type { AppSettings } from "./app-settings.ts";
import { type AppTokens, createAppTokens } from "./app-tokens.ts";
import { sessionToken } from "./signed-text.ts";
import { createSubscriptions, subscriptionBody, type Subscriptions } from "./subscriptions.ts";

/** The app in the simulated shop: whether it's installed, its tokens, what it charges. */
export interface SimulatedApp {
  readonly settings: AppSettings;
  readonly tokens: AppTokens;
  readonly subscriptions: Subscriptions;
  /** Scopes that the merchant granted; null: the app isn't installed. */
  granted(): readonly string[] | null;
  /** Of an app that is installed: the merchant allows something else. */
  install(scopes: readonly string[]): void;
  /** Its tokens and webhook subscriptions end, and its charges are cancelled. */
  uninstall(): void;
  /** For an embedded page. `claims` replaces single claims. */
  sessionToken(claims?: object): string;
  /** Public key of the app, for grants by client assertion. */
  assertionKey(): JsonWebKey | null;
  setAssertionKey(key: JsonWebKey | null): void;
  setAppUrl(url: string): void;
  appUrl(): string;
  /** Whether the shop is one that developers try apps in, where only test charges are possible. */
  isDevelopment(): boolean;
  setDevelopment(isDevelopment: boolean): void;
}

/** How the app hears of what the merchant does with it. */
interface AppNews {
  readonly now: () => Date;
  readonly tell: (topic: string, body: object) => void;
  readonly unsubscribe: () => void;
}

export function createSimulatedApp(settings: AppSettings, { now, tell, unsubscribe }: AppNews): SimulatedApp {
  const { tokenSeconds, refreshSeconds, shopDomain, clientId, clientSecret } = settings;
  const tokens = createAppTokens({ tokenSeconds, refreshSeconds, now });
  const subscriptions = createSubscriptions(now, (changed) => tell("app_subscriptions/update", subscriptionBody(changed)));
  let granted: readonly string[] | null = null;
  let key: JsonWebKey | null = null;
  let appUrl = settings.appUrl;
  let isDevelopment = false;
  return {
    settings,
    tokens,
    subscriptions,
    granted: () => granted,
    install(scopes) {
      const previous = granted;
      granted = [...scopes];
      tokens.allow(granted);
      if (previous !== null && previous.toSorted().join() !== granted.toSorted().join())
        tell("app/scopes_update", { previous, current: granted, updated_at: now().toISOString() });
    },
    uninstall() {
      if (granted !== null) tell("app/uninstalled", { myshopify_domain: shopDomain, domain: shopDomain });
      unsubscribe();
      granted = null;
      tokens.revokeAll();
      subscriptions.cancelAll();
    },
    sessionToken: (claims = {}) => sessionToken({ shopDomain, clientId }, { clientSecret, now: now(), claims }),
    assertionKey: () => key,
    setAssertionKey(next) {
      key = next;
    },
    appUrl: () => appUrl,
    setAppUrl(url) {
      appUrl = url;
    },
    isDevelopment: () => isDevelopment,
    setDevelopment(next) {
      isDevelopment = next;
    },
  };
}
