import { z } from "zod";
import type { SimulatedApp } from "../app/simulated-app.ts";
import { type Subscription, subscriptionGid } from "../app/subscriptions.ts";
import type { Args, Fields } from "./context.ts";
import { numericId } from "./global-id.ts";
import { compared, Listing } from "./listing.ts";
import { dateTime } from "./scalars.ts";

export const subscriptionFields: Fields<Subscription> = {
  id: (subscription) => subscriptionGid(subscription),
  name: ({ name }) => name,
  status: ({ status }) => status,
  test: ({ test }) => test,
  trialDays: ({ trialDays }) => trialDays,
  createdAt: ({ createdAt }) => dateTime(createdAt),
  currentPeriodEnd: ({ currentPeriodEnd }) => (currentPeriodEnd === null ? null : dateTime(currentPeriodEnd)),
};

export function subscriptionListing({ subscriptions }: SimulatedApp, reverse: unknown): Listing<Subscription> {
  const placeOf = ({ id, createdAt }: Subscription) => ({ id, value: createdAt });
  const descending = reverse === true;
  const order = (one: Subscription, other: Subscription) => compared(placeOf(one), placeOf(other)) * (descending ? -1 : 1);
  return new Listing({ items: () => subscriptions.list().toSorted(order), placeOf, descending, note: null });
}

const Amount = z.union([z.string(), z.number()]).transform(String);
const CreateArguments = z.object({
  name: z.string(),
  returnUrl: z.string(),
  test: z.boolean().nullish(),
  trialDays: z.int().nullish(),
  replacementBehavior: z.string().default("STANDARD"),
  lineItems: z.array(
    z.object({
      plan: z.object({
        appRecurringPricingDetails: z.object({
          price: z.object({ amount: Amount, currencyCode: z.string() }),
          interval: z.string().default("EVERY_30_DAYS"),
          discount: z.unknown().optional(),
        }),
      }),
    }),
  ),
});

interface Payload {
  readonly appSubscription: Subscription | null;
  readonly confirmationUrl?: string | null;
  readonly userErrors: readonly { readonly field: readonly string[] | null; readonly message: string }[];
}

/** As Shopify refuses it: nothing is charged, and a sentence says why. */
const refused = (message: string, field: readonly string[] | null = null): Payload => ({
  appSubscription: null,
  confirmationUrl: null,
  userErrors: [{ field, message }],
});

export function createSubscription(app: SimulatedApp, args: Args, baseUrl: string): Payload {
  const { name, returnUrl, lineItems, test = false, trialDays, replacementBehavior } = CreateArguments.parse(args);
  const items = lineItems.map(({ plan: { appRecurringPricingDetails: details } }) => ({
    amount: details.price.amount,
    currencyCode: details.price.currencyCode,
    interval: details.interval,
    discount: details.discount ?? null,
  }));
  if (items.some(({ amount }) => Number(amount) <= 0)) return refused("Price must be greater than 0", ["lineItems"]);
  if (app.isDevelopment() && test !== true) return refused("Development stores can only be charged with test subscriptions");
  const subscription = app.subscriptions.create({
    name,
    returnUrl,
    items,
    test: test === true,
    trialDays: trialDays ?? 0,
    replacement: replacementBehavior,
  });
  return { appSubscription: subscription, confirmationUrl: `${baseUrl}/admin/charges/${subscription.id}/confirm`, userErrors: [] };
}

export function cancelSubscription(app: SimulatedApp, { id }: Args): Payload {
  const cancelled = app.subscriptions.cancel(numericId("AppSubscription", id));
  return cancelled === undefined ? refused("Couldn't find AppSubscription", ["id"]) : { appSubscription: cancelled, userErrors: [] };
}
