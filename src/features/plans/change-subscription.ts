import { z } from "zod";
import { dataOf } from "../../kernel/page.ts";
import type { Refuse } from "../../kernel/operation.ts";
import { lockShop } from "../extracts/index.ts";
import { type ShopChange, write } from "../operation.ts";
import { insertCharge } from "./charge-queries.ts";
import { applyBilling } from "./platform-billing.ts";
import { prepareCancel, type PreparedSubscription, prepareSubscription } from "./prepare-subscription.ts";
import { changePlan } from "./change-plan.ts";
import { findSubscription, listPlans, type PlanRow, type Subscription } from "./plan-queries.ts";
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
    "A shop that installed the Shopify app pays through Shopify: open `confirmation_url`, and the plan changes once the charge is approved there. For other shops, and for the free plan, the change applies immediately. Scopes and the next run of every feed use the new plan's row limit. Feeds that the new plan wouldn't let you create are kept. Requires the shop's own key.",
  scope: "write_subscription",
  ownKeyOnly: true,
  http: { method: "POST", path: "/subscription", status: 200 },
  body: z
    .strictObject({
      plan: z.optional(CodeText).meta({ description: "A plan's `code_name`.", examples: ["growth"] }),
      code_name: z.optional(CodeText).meta({ description: "Same as `plan`, under the name that the list of plans uses." }),
      discount_code: z.optional(CodeText).meta({ description: "Code of a discount. Stored without effect if nothing is charged." }),
    })
    .meta({ minProperties: 1 }),
  memberCodes: { plan: "invalid_param", code_name: "invalid_param", discount_code: "invalid_param" },
  output: dataOf(
    z.strictObject({
      object: z.literal("subscription"),
      confirmation_url: z
        .string()
        .nullable()
        .meta({ description: "URL where the merchant approves the charge. Null if nothing is charged.", examples: [null] }),
      message: z.string().meta({ examples: ["The shop is now on the Growth plan."] }),
    }),
  ),
  errors: ["missing_param", "invalid_param", "unavailable"],
  audit: "subscription.changed",
  mcp: { hidden: "a person decides what the merchant pays for" },
  prepare: (call, { body }) => prepareSubscription(call, { code: body.plan ?? body.code_name, discountCode: body.discount_code }),
  target: lockedSubscription,
  before: subscriptionAnswer,
  async run(call, { body, target, prepared }) {
    const plan = await wantedPlan(call, body);
    if (prepared.kind === "refused") return refuse(call, prepared);
    if (prepared.kind === "asked") {
      const { subscription, confirmationUrl } = prepared;
      await insertCharge(call.shop, { subscription, plan: plan.code_name, discountCode: body.discount_code ?? null });
      const message = `Open confirmation_url to approve the ${plan.name} plan in Shopify.`;
      return { data: { object: "subscription" as const, confirmation_url: confirmationUrl, message } };
    }
    if (prepared.kind === "read") await applyBilling(call, target, prepared.reading);
    else await changeAtOnce(call, { target, plan });
    const isAlready = isOn(target, plan);
    const message = `The shop is ${isAlready ? "already" : "now"} on the ${plan.name} plan.`;
    return { data: { object: "subscription" as const, confirmation_url: null, message } };
  },
});

const isOn = (target: Subscription, plan: PlanRow): boolean =>
  plan.code_name === target.code_name && (plan.is_free || target.subscription_status === "active");

interface AtOnce {
  readonly target: Subscription;
  readonly plan: PlanRow;
}

async function changeAtOnce(call: ShopChange, { target, plan }: AtOnce): Promise<void> {
  if (!isOn(target, plan)) await changePlan(call, { from: target, to: plan });
}

type Refused = Extract<PreparedSubscription, { kind: "refused" }>;

function refuse(call: ShopChange & Refuse<"invalid_param" | "unavailable">, { fault, param }: Refused): never {
  if (fault.fault === "unavailable") return call.fail("unavailable", fault.message);
  return call.fail("invalid_param", fault.message, [{ param, code: "invalid_param", message: fault.message }]);
}

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
  description:
    "The change applies immediately. A shop that pays through Shopify isn't charged again; Shopify decides about the current period. Requires the shop's own key.",
  scope: "write_subscription",
  ownKeyOnly: true,
  http: { method: "DELETE", path: "/subscription", status: 204 },
  output: z.undefined(),
  errors: ["invalid_param", "unavailable"],
  audit: "subscription.cancelled",
  mcp: { hidden: "a person decides what the merchant pays for" },
  prepare: (call) => prepareCancel(call),
  target: lockedSubscription,
  before: subscriptionAnswer,
  async run(call, { target, prepared }) {
    if (prepared.kind === "refused") return refuse(call, prepared);
    if (prepared.kind === "read") await applyBilling(call, target, prepared.reading);
    const free = (await listPlans(call.shop.db)).find((plan) => plan.is_free);
    if (free === undefined) throw new Error("no plan is free");
    // A shop that Shopify never charged has its operator's plan, and gives it up like any other.
    const present = await findSubscription(call.shop);
    if (present.code_name !== free.code_name || present.subscription_status !== "none") await changePlan(call, { from: present, to: free });
    return undefined;
  },
});
