import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findSubscription } from "./plan-queries.ts";
import { subscriptionAnswer, SubscriptionShape } from "./plan-shapes.ts";

export const getSubscription = read({
  name: "subscription.get",
  summary: "Shows the shop's plan.",
  scope: "read_subscription",
  http: { method: "GET", path: "/subscription", status: 200 },
  output: dataOf(SubscriptionShape),
  errors: [],
  mcp: { tool: "get_subscription" },
  async run({ shop }) {
    return { data: subscriptionAnswer(await findSubscription(shop)) };
  },
});
