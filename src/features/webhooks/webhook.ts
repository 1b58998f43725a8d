import { randomBytes } from "node:crypto";
import type { WebhookId } from "../../kernel/ids.ts";
import type { Lifecycle } from "../../kernel/lifecycle.ts";
import type { Secrets } from "../../platform/secrets/secrets-port.ts";

export type WebhookStatus = "active" | "disabled";
type WebhookEvent = "failures" | "gone" | "disconnect" | "enable";

/**
 * `failures`: five attempts in a row failed. `gone`: the endpoint answered 410. `disconnect`: the organization that made it is no
 * longer connected to the shop. `enable`: somebody asked for it.
 */
export const WEBHOOK: Lifecycle<WebhookStatus, WebhookEvent> = {
  active: { failures: "disabled", gone: "disabled", disconnect: "disabled", enable: "active" },
  disabled: { failures: null, gone: null, disconnect: "disabled", enable: "active" },
};

/** More than a hiccup, and a dead endpoint is soon left alone. */
export const FAILURES_MAX = 5;
/** Every event of a shop is written once for each of them; no shop has that many systems to tell. */
export const WEBHOOKS_MAX = 50;
/** What browsers and proxies commonly accept. */
export const URL_CHARACTERS_MAX = 2_048;

const SECRET_BYTES = 32;

/** The whole string, prefix included, is the key of the signature. */
export function newSecret(random: (bytes: number) => Buffer = randomBytes): string {
  return `whsec_${random(SECRET_BYTES).toString("base64")}`;
}

/** With the webhook's number, so that a sealed secret opens in its own row alone. */
export const secretContext = (id: WebhookId): string => `webhook:${id}:secret`;

export function sealSecret(secrets: Secrets, id: WebhookId, secret: string): string {
  return secrets.seal(secretContext(id), secret);
}

export function openSecret(secrets: Secrets, id: WebhookId, sealed: string): string {
  return secrets.open(secretContext(id), sealed);
}
