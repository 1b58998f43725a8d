import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { lockShop } from "../extracts/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { changePlan } from "./change-plan.ts";
import { findSubscription, listPlans, type Subscription } from "./plan-queries.ts";
import { subscriptionAnswer } from "./plan-shapes.ts";

const CODE_CHARACTERS_MAX = 100;
const CodeText = z.string().min(1).max(CODE_CHARACTERS_MAX);

/** The subscription as it stands, with the shop locked until the change commits. */
async function lockedSubscription({ shop }: ShopChange): Promise<Subscription> {
  await lockShop(shop);
  return findSubscription(shop);
}

export const subscribe = write({
  name: "subscription.change",
  title: "Update the subscription",
  summary: "Moves the shop to another plan.",
  description:
    "The change applies immediately, without a confirmation. Scopes and the next run of every feed use the new plan's row limit. Feeds that the new plan wouldn't let you create are kept. Requires the shop's own key.",
  scope: "write_subscription",
  ownKeyOnly: true,
  http: { method: "POST", path: "/subscription", status: 200 },
  body: z
    .strictObject({
      plan: z.optional(CodeText).meta({ description: "A plan's `code_name`.", examples: ["growth"] }),
      code_name: z.optional(CodeText).meta({ description: "Same as `plan`, under the name that the list of plans uses." }),
      discount_code: z.optional(CodeText).meta({ description: "Accepted and stored, but without effect, because nothing is charged." }),
    })
    .meta({ minProperties: 1 }),
  memberCodes: { plan: "invalid_param", code_name: "invalid_param" },
  output: dataOf(
    z.strictObject({
      object: z.literal("subscription"),
      confirmation_url: z
        .string()
        .nullable()
        .meta({ description: "URL to approve the charge. Null if nothing is charged.", examples: [null] }),
      message: z.string().meta({ examples: ["The shop is now on the Growth plan."] }),
    }),
  ),
  errors: ["missing_param", "invalid_param"],
  audit: "subscription.changed",
  mcp: { hidden: "a person decides what the merchant pays for" },
  target: lockedSubscription,
  before: subscriptionAnswer,
  async run(call, { body, target }) {
    const plan = await wantedPlan(call, body);
    const isAlready = plan.code_name === target.code_name && (plan.is_free || target.subscription_status === "active");
    if (!isAlready) await changePlan(call, { from: target, to: plan });
    const message = `The shop is ${isAlready ? "already" : "now"} on the ${plan.name} plan.`;
    return { data: { object: "subscription" as const, confirmation_url: null, message } };
  },
});

type Wanted = Readonly<Partial<Record<"plan" | "code_name", string | undefined>>>;

async function wantedPlan(call: ShopChange & Refuse<"missing_param" | "invalid_param">, { plan, code_name: codeName }: Wanted) {
  const code = plan ?? codeName;
  if (code === undefined) {
    const message = "`plan` is required. Use a plan's `code_name` from GET /v1/plans.";
    return call.fail("missing_param", message, [{ param: "/plan", code: "missing_param", message: "This field is required." }]);
  }
  const wrong = (param: "/plan" | "/code_name", message: string) => ({ param, code: "invalid_param", message });
  if (codeName !== undefined && codeName !== code) {
    const message = "`plan` and `code_name` name different plans. Send only one of them.";
    return call.fail("invalid_param", message, [wrong("/plan", message), wrong("/code_name", message)]);
  }
  const plans = await listPlans(call.shop.db);
  const found = plans.find(({ code_name: known }) => known === code);
  const codes = plans.map(({ code_name: known }) => known).join(", ");
  const message = `There is no plan ${code}. The plans are ${codes}.`;
  return found ?? call.fail("invalid_param", message, [wrong(plan === undefined ? "/code_name" : "/plan", message)]);
}

export const cancelSubscription = write({
  name: "subscription.cancel",
  title: "Cancel the subscription",
  summary: "Cancels the shop's plan and moves the shop to the free plan.",
  description: "The change applies immediately, like any change of plan. Requires the shop's own key.",
  scope: "write_subscription",
  ownKeyOnly: true,
  http: { method: "DELETE", path: "/subscription", status: 204 },
  output: z.undefined(),
  errors: [],
  audit: "subscription.cancelled",
  mcp: { hidden: "a person decides what the merchant pays for" },
  target: lockedSubscription,
  before: subscriptionAnswer,
  async run(call, { target }) {
    const free = (await listPlans(call.shop.db)).find((plan) => plan.is_free);
    if (free === undefined) throw new Error("no plan is free");
    if (target.code_name !== free.code_name || target.subscription_status !== "none") await changePlan(call, { from: target, to: free });
    return undefined;
  },
});
