import type { Lifecycle } from "../../kernel/lifecycle.ts";

export type DeliveryStatus = "pending" | "delivered" | "failed";
type DeliveryEvent = "succeed" | "retry" | "exhaust" | "disable";

/**
 * `retry`: an attempt failed and more are left. `exhaust`: the sixth failed. `disable`: its webhook was disabled. An attempt that was
 * on its way by then tells what it found, so what has failed may turn out to be delivered.
 */
export const DELIVERY: Lifecycle<DeliveryStatus, DeliveryEvent> = {
  pending: { succeed: "delivered", retry: "pending", exhaust: "failed", disable: "failed" },
  delivered: { succeed: "delivered", retry: null, exhaust: null, disable: null },
  failed: { succeed: "delivered", retry: null, exhaust: null, disable: "failed" },
};

/** Why a delivery failed whose webhook was disabled. */
export const WEBHOOK_DISABLED = "webhook disabled";

/** A receiver should answer first and work later. */
export const TIMEOUT_MS = 10_000;
/** Enough to see an error page's message. */
export const RESPONSE_BYTES_MAX = 4_096;
/** Three times an attempt: what is not recorded by then was cut off, and is anybody's. */
export const CLAIM_SECONDS = 30;
/** At a time, over all processes: a slow endpoint costs a shop no more than these, and a shop the others no more than those. */
export const IN_FLIGHT_PER_WEBHOOK = 8;
export const IN_FLIGHT_PER_SHOP = 64;
/** A month to find out what a receiver missed. */
export const KEPT_DAYS = 30;
