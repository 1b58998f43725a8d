import { z } from "zod";
import { subscriptionGid } from "../app/subscriptions.ts";
import type { ControlCall } from "./control-calls.ts";

/** Calls of the control API about the app that merchants install. */

const JsonWebKey = z.looseObject({ kty: z.string() });
const SessionTokenBody = z.strictObject({ claims: z.record(z.string(), z.unknown()).default({}) });
const DecisionBody = z.strictObject({ id: z.int().min(1), decision: z.enum(["approve", "decline"]) });
const SettingsBody = z.strictObject({
  app_url: z.optional(z.url({ protocol: /^https?$/ })),
  development: z.optional(z.boolean()),
  assertion_key: z.optional(JsonWebKey),
});
const InstallBody = z.strictObject({ scopes: z.optional(z.array(z.string())) });

export const APP_CALLS: readonly ControlCall[] = [
  {
    method: "GET",
    path: "/control/app",
    says: "show whether the app is installed, its scopes, how often it refreshed a token, and its subscriptions, newest first",
    run: ({ app }) => ({
      installed: app.granted() !== null,
      scopes: app.granted(),
      refreshes: app.tokens.refreshes(),
      development: app.isDevelopment(),
      subscriptions: app.subscriptions.list().map((one) => ({ gid: subscriptionGid(one), ...one })),
    }),
  },
  {
    method: "PATCH",
    path: "/control/app",
    says: "set where the admin opens the app (app_url), whether the shop is a development store, and the app's public key",
    body: SettingsBody,
    run: ({ app }, { body }) => {
      const { app_url: appUrl, development, assertion_key: key } = SettingsBody.parse(body);
      if (appUrl !== undefined) app.setAppUrl(appUrl);
      if (development !== undefined) app.setDevelopment(development);
      if (key !== undefined) app.setAssertionKey(key);
      return { app_url: app.appUrl(), development: app.isDevelopment() };
    },
  },
  {
    method: "POST",
    path: "/control/app/install",
    says: "install the app as the Shopify admin does, with scopes if you give them; on an installed app, grant other scopes",
    body: InstallBody,
    run: ({ app }, { body }) => {
      app.install(InstallBody.parse(body).scopes ?? app.settings.scopes);
      return { scopes: app.granted() };
    },
  },
  {
    method: "POST",
    path: "/control/app/uninstall",
    says: "uninstall the app: its tokens and webhooks end and its subscriptions are cancelled",
    run: ({ app }) => {
      app.uninstall();
      return { installed: false };
    },
  },
  {
    method: "POST",
    path: "/control/app/session_token",
    says: "get a session token as App Bridge hands it out; claims replaces single claims",
    body: SessionTokenBody,
    run: ({ app }, { body }) => ({ token: app.sessionToken(SessionTokenBody.parse(body).claims) }),
  },
  {
    method: "POST",
    path: "/control/tokens/expire",
    says: "expire the app's access tokens now",
    run: ({ app }) => ({ expired: app.tokens.expireAccess() }),
  },
  {
    method: "POST",
    path: "/control/tokens/end",
    says: "end the app's refresh tokens, as after 90 days",
    run: ({ app }) => ({ ended: app.tokens.endRefresh() }),
  },
  {
    method: "POST",
    path: "/control/subscriptions/decide",
    says: "approve or decline a subscription in the merchant's place, by its id",
    body: DecisionBody,
    run: ({ app }, { body }) => {
      const { id, decision } = DecisionBody.parse(body);
      return app.subscriptions.decide(id, decision);
    },
  },
  {
    method: "POST",
    path: "/control/subscriptions/freeze",
    says: "freeze the active subscription: the merchant stopped paying Shopify",
    run: ({ app }) => ({ frozen: app.subscriptions.freeze() }),
  },
  {
    method: "POST",
    path: "/control/subscriptions/unfreeze",
    says: "make a frozen subscription active again",
    run: ({ app }) => ({ active: app.subscriptions.unfreeze() }),
  },
  {
    method: "POST",
    path: "/control/subscriptions/expire",
    says: "expire subscriptions that wait for the merchant, as after two days",
    run: ({ app }) => ({ expired: app.subscriptions.expire() }),
  },
  {
    method: "POST",
    path: "/control/subscriptions/cancel",
    says: "cancel all subscriptions, as Shopify itself may",
    run: ({ app }) => {
      app.subscriptions.cancelAll();
      return { cancelled: true };
    },
  },
];
