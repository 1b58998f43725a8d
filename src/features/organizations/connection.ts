import type { Lifecycle } from "../../kernel/lifecycle.ts";

export type ConnectionStatus = "pending" | "active" | "declined";
type ConnectionEvent = "approve" | "decline";

/**
 * Between an organization and a shop. Both events are the merchant's, who may change their
 * mind either way; an active connection that is declined is one that ends. The organization alone removes it, in any state.
 */
export const CONNECTION: Lifecycle<ConnectionStatus, ConnectionEvent> = {
  pending: { approve: "active", decline: "declined" },
  active: { approve: "active", decline: "declined" },
  declined: { approve: "active", decline: "declined" },
};

/** Enough for an agency at work; as many shops at most does one that guesses domains bother at a time. */
export const PENDING_MAX = 50;
