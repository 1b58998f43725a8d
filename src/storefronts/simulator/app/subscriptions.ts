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

/** `told`: a subscription whose status has changed. */
export function createSubscriptions(now: () => Date, told: (changed: Subscription) => void): Subscriptions {
  const all: Subscription[] = [];
  const become = (one: Subscription, status: SubscriptionStatus): void => {
    one.status = status;
    told(one);
  };
  const move = (from: SubscriptionStatus, to: SubscriptionStatus): number => {
    const moved = all.filter(({ status }) => status === from);
    for (const one of moved) become(one, to);
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
        become(chosen, "DECLINED");
        return chosen;
      }
      move("ACTIVE", "CANCELLED");
      chosen.currentPeriodEnd = new Date(now().getTime() + PERIOD_MS).toISOString();
      become(chosen, "ACTIVE");
      return chosen;
    },
    cancel(id) {
      const found = all.find((one) => one.id === id && (one.status === "ACTIVE" || one.status === "FROZEN" || one.status === "PENDING"));
      if (found !== undefined) become(found, "CANCELLED");
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

/** What a delivery says of a subscription. */
export function subscriptionBody(subscription: Subscription): object {
  const { name, status, createdAt, items } = subscription;
  return {
    app_subscription: {
      admin_graphql_api_id: subscriptionGid(subscription),
      ...{ name, status, created_at: createdAt, updated_at: createdAt },
      currency: items[0]?.currencyCode,
      price: items[0]?.amount,
    },
  };
}

export function subscriptionGid({ id }: Pick<Subscription, "id">): string {
  return gid("AppSubscription", id);
}
