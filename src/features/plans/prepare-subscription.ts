import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import { AppFault, type AppSubscription } from "../../storefronts/shopify-app-port.ts";
import type { Services } from "../operation.ts";
import { findCharges } from "./charge-queries.ts";
import {
  type BillingReading,
  currentSubscription,
  openBilling,
  planOf,
  type PlatformBilling,
  readBilling,
  subscriptionName,
  trialDaysLeft,
} from "./platform-billing.ts";
import { listPlans, type PlanRow } from "./plan-queries.ts";

/** What Shopify answered before the transaction: nothing for a shop that isn't billed there. */
export type PreparedSubscription =
  | { readonly kind: "unbilled" }
  | { readonly kind: "refused"; readonly fault: AppFault; readonly param: "/plan" | "/discount_code" }
  /** The merchant has to confirm it. */
  | { readonly kind: "asked"; readonly confirmationUrl: string; readonly subscription: AppSubscription; readonly plan: PlanRow }
  /** Cancelled, or as it was. */
  | { readonly kind: "read"; readonly reading: BillingReading; readonly plan: PlanRow | null };

type Preparing = Pick<Services, "secrets" | "clock" | "log" | "shopifyApp" | "shopifyClient" | "publicUrl"> & { readonly shop: ShopDb };

interface Wanted {
  readonly code: string | undefined;
  readonly discountCode: string | undefined;
}

/** Asks Shopify to charge for a plan, or to stop. `code` that names no plan is refused later, like everything else that isn't Shopify's. */
export async function prepareSubscription(call: Preparing, { code, discountCode }: Wanted): Promise<PreparedSubscription> {
  const billing = await openBilling(call, call.shop);
  const plans = await listPlans(call.shop.db);
  const plan = plans.find(({ code_name: known }) => known === code);
  if (billing === undefined || plan === undefined) return { kind: "unbilled" };
  const discount = discountCode === undefined ? null : billing.settings.discounts[discountCode];
  if (discount === undefined)
    return { kind: "refused", param: "/discount_code", fault: new AppFault("refused", `There is no discount code ${discountCode}.`) };
  return refusable(async () => {
    const reading = await readBilling(billing);
    if (plan.is_free) return { kind: "read", reading: await cancelled(call, billing, reading), plan };
    const current = currentSubscription(reading);
    const charges = await findCharges(call.shop);
    if (current?.status === "ACTIVE" && planOf(current, { plans, charges })?.code_name === plan.code_name)
      return { kind: "read", reading, plan };
    const { price, currency } = plan;
    const asked = await billing.client.subscribe(billing.call, {
      ...{ name: subscriptionName(plan), price, currency, discount, trialDays: trialDaysLeft(reading, billing.settings.trialDays) },
      isTest: billing.settings.mode === "test" || reading.state.isDevelopment,
      returnUrl: `${call.publicUrl}/shopify/charge?shop=${billing.call.shop}`,
    });
    return { kind: "asked", plan, ...asked };
  });
}

export async function prepareCancel(call: Preparing): Promise<PreparedSubscription> {
  const billing = await openBilling(call, call.shop);
  if (billing === undefined) return { kind: "unbilled" };
  return refusable(async () => ({ kind: "read", reading: await cancelled(call, billing, await readBilling(billing)), plan: null }));
}

/** What is active, frozen or waits for the merchant ends; the answer is what Shopify says afterwards. */
async function cancelled(call: Preparing, billing: PlatformBilling, { state }: BillingReading): Promise<BillingReading> {
  const open = [...state.active, ...state.latest.filter(({ status }) => status === "FROZEN" || status === "PENDING")];
  for (const id of new Set(open.map((subscription) => subscription.id))) await billing.client.cancel(billing.call, id);
  return readBilling((await openBilling(call, call.shop)) ?? billing);
}

async function refusable(ask: () => Promise<PreparedSubscription>): Promise<PreparedSubscription> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppFault) return { kind: "refused", fault: error, param: "/plan" };
    throw error;
  }
}
