import type { ShopDb } from "../../platform/postgres/postgres-port.ts";
import type { AdminCall, AppSubscription, BillingSettings, BillingState, ShopifyClient } from "../../storefronts/shopify-app-port.ts";
import type { Services, ShopCall } from "../operation.ts";
import { openShopTokens } from "../shopify-grants/index.ts";
import { changePlan } from "./change-plan.ts";
import { findBilledShop, findCharges, noteReading, storeChargeStatuses } from "./charge-queries.ts";
import { listPlans, type PlanRow, type Subscription } from "./plan-queries.ts";

/** Plans that are paid through Shopify. What Shopify answers decides; what a browser or a webhook says only makes us ask. */

export type BillingServices = Pick<Services, "secrets" | "clock" | "log" | "shopifyApp" | "shopifyClient">;

/** A shop whose plan is paid through Shopify, to be asked about. */
export interface PlatformBilling {
  readonly client: ShopifyClient;
  readonly call: AdminCall;
  readonly settings: BillingSettings;
  readonly clientId: string;
  readonly simulatorUrl: string | null;
  readonly askedAt: Date;
}

/** Somebody waits for it. */
const ASK_MS = 25_000;

/** Undefined for a shop whose plan costs nothing here: it didn't install the app, or billing is off. */
export async function openBilling(services: BillingServices, shop: ShopDb, signal?: AbortSignal): Promise<PlatformBilling | undefined> {
  const { shopifyApp: app, shopifyClient: client } = services;
  if (app === null || client === null || app.billing.mode === "off") return undefined;
  const found = await findBilledShop(shop);
  if (found === undefined) return undefined;
  const deadline = AbortSignal.timeout(ASK_MS);
  const call = {
    shop: found.domain,
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    tokens: openShopTokens(services, shop),
  };
  const { billing: settings, clientId, simulatorUrl } = app;
  return { client, call, settings, clientId, simulatorUrl, askedAt: found.asked_at };
}

/** What Shopify said, and when it was asked. */
export interface BillingReading {
  readonly state: BillingState;
  readonly askedAt: Date;
  readonly mode: BillingSettings["mode"];
}

export async function readBilling({ client, call, settings, askedAt }: PlatformBilling): Promise<BillingReading> {
  return { state: await client.billing(call), askedAt, mode: settings.mode };
}

/** What a merchant never approved began no trial. */
const NEVER_BEGAN: ReadonlySet<AppSubscription["status"]> = new Set(["PENDING", "DECLINED", "EXPIRED"]);
const DAY_MS = 86_400_000;

/** The trial is the shop's and not a charge's: it begins with the first charge, and goes on when the plan is changed or taken again. */
export function trialDaysLeft({ state, askedAt }: Omit<BillingReading, "mode">, trialDays: number): number {
  const began = state.latest.flatMap(({ status, createdAt }) => (NEVER_BEGAN.has(status) ? [] : [Date.parse(createdAt)]));
  if (began.length === 0) return trialDays;
  return Math.max(0, trialDays - Math.floor((askedAt.getTime() - Math.min(...began)) / DAY_MS));
}

interface Standing {
  readonly plan: PlanRow;
  readonly status: "active" | "frozen" | "none";
}

/** The subscription that counts; undefined where there is none. A test costs nothing, so it's worth nothing where real money is asked for. */
export function currentSubscription({ state, mode }: Omit<BillingReading, "askedAt">): AppSubscription | undefined {
  const counts = ({ test }: AppSubscription) => !test || mode === "test" || state.isDevelopment;
  const newest = (found: readonly AppSubscription[]) =>
    found.filter(counts).toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))[0];
  return newest(state.active) ?? newest(state.latest.filter(({ status }) => status === "FROZEN"));
}

/**
 * Makes the shop's plan what Shopify says it pays for. A shop that never had a charge keeps the plan that its operator gave it. The shop is locked by
 * whoever read `from`.
 */
export async function applyBilling(
  call: Pick<ShopCall, "shop" | "queue" | "clock">,
  from: Subscription,
  reading: BillingReading,
): Promise<void> {
  if (!(await noteReading(call.shop, reading.askedAt))) return;
  const charges = await findCharges(call.shop);
  await storeChargeStatuses(call.shop, reading.state.latest);
  const current = currentSubscription(reading);
  if (current === undefined && charges.size === 0) return;
  const plans = await listPlans(call.shop.db);
  const next = standingOf(current, { plans, charges });
  if (next === undefined || (next.plan.code_name === from.code_name && next.status === from.subscription_status)) return;
  await changePlan(call, { from, to: next.plan, status: next.status });
}

interface Known {
  readonly plans: readonly PlanRow[];
  readonly charges: ReadonlyMap<string, PlanRow["code_name"]>;
}

/** A charge that we have no row of, because we died before it was stored, has the name of its plan. */
function standingOf(current: AppSubscription | undefined, { plans, charges }: Known): Standing | undefined {
  if (current === undefined) {
    const free = plans.find((plan) => plan.is_free);
    return free === undefined ? undefined : { plan: free, status: "none" };
  }
  const plan = planOf(current, { plans, charges });
  return plan === undefined ? undefined : { plan, status: current.status === "FROZEN" ? "frozen" : "active" };
}

export function planOf({ id, name }: AppSubscription, { plans, charges }: Known): PlanRow | undefined {
  const code = charges.get(id);
  return plans.find((plan) => plan.code_name === code) ?? plans.find((plan) => subscriptionName(plan) === name);
}

/** What the merchant reads on Shopify's page and bills. */
export function subscriptionName({ name }: Pick<PlanRow, "name">): string {
  return `Feedwright ${name}`;
}
