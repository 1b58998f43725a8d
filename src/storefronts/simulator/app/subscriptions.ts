import { gid } from "../shop-facts.ts";

/** Charges that the app asked the merchant for. */

export type SubscriptionStatus = "PENDING" | "ACTIVE" | "FROZEN" | "CANCELLED" | "DECLINED" | "EXPIRED";

export interface LineItem {
  readonly amount: string;
  readonly currencyCode: string;
  readonly interval: string;
  readonly discount: unknown;
}

export interface Subscription {
  readonly id: number;
  readonly name: string;
  readonly test: boolean;
  readonly trialDays: number;
  readonly returnUrl: string;
  readonly createdAt: string;
  readonly items: readonly LineItem[];
  /** What happens to the one before, as the app asked. */
  readonly replacement: string;
  status: SubscriptionStatus;
  currentPeriodEnd: string | null;
}

export interface Subscriptions {
  create(wanted: Omit<Subscription, "id" | "createdAt" | "status" | "currentPeriodEnd">): Subscription;
  find(id: number): Subscription | undefined;
  /** Newest first. */
  list(): readonly Subscription[];
  /** What the merchant decided on the confirmation page; undefined where nothing waits for them. */
  decide(id: number, decision: "approve" | "decline"): Subscription | undefined;
  cancel(id: number): Subscription | undefined;
  /** The merchant stops paying Shopify, or pays again. */
  freeze(): number;
  unfreeze(): number;
  /** Nobody decided within two days. */
  expire(): number;
  cancelAll(): void;
}

const PERIOD_MS = 30 * 86_400_000;

export function createSubscriptions(now: () => Date): Subscriptions {
  const all: Subscription[] = [];
  const move = (from: SubscriptionStatus, to: SubscriptionStatus): number => {
    const moved = all.filter(({ status }) => status === from);
    for (const one of moved) one.status = to;
    return moved.length;
  };
  return {
    create(wanted) {
      const id = 30_000_001 + all.length;
      const subscription: Subscription = {
        ...wanted,
        id,
        createdAt: now().toISOString(),
        status: "PENDING",
        currentPeriodEnd: null,
      };
      all.unshift(subscription);
      return subscription;
    },
    find: (id) => all.find((one) => one.id === id),
    list: () => all,
    decide(id, decision) {
      const chosen = all.find((one) => one.id === id && one.status === "PENDING");
      if (chosen === undefined) return undefined;
      if (decision === "decline") {
        chosen.status = "DECLINED";
        return chosen;
      }
      move("ACTIVE", "CANCELLED");
      chosen.status = "ACTIVE";
      chosen.currentPeriodEnd = new Date(now().getTime() + PERIOD_MS).toISOString();
      return chosen;
    },
    cancel(id) {
      const found = all.find((one) => one.id === id && (one.status === "ACTIVE" || one.status === "FROZEN" || one.status === "PENDING"));
      if (found !== undefined) found.status = "CANCELLED";
      return found;
    },
    freeze: () => move("ACTIVE", "FROZEN"),
    unfreeze: () => move("FROZEN", "ACTIVE"),
    expire: () => move("PENDING", "EXPIRED"),
    cancelAll() {
      for (const status of ["PENDING", "ACTIVE", "FROZEN"] as const) move(status, "CANCELLED");
    },
  };
}

export function subscriptionGid({ id }: Pick<Subscription, "id">): string {
  return gid("AppSubscription", id);
}
