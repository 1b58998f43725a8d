import { dataOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { findSubscription } from "./plan-queries.ts";
import { subscriptionAnswer, SubscriptionShape } from "./plan-shapes.ts";

export const getSubscription = read({
  name: "subscription.get",
  title: "Get the subscription",
  summary: "Shows the shop's plan.",
  description:
    "The plan sets how many rows a feed's file can have, how often extracts start automatically, and whether feeds can be added.",
  scope: "read_subscription",
  http: { method: "GET", path: "/subscription", status: 200 },
  output: dataOf(SubscriptionShape),
  errors: [],
  mcp: {
    tool: "get_subscription",
    use: "Use it to learn which plan the shop has before you suggest more feeds or channels. `list_plans` has the others.",
  },
  async run({ shop }) {
    return { data: subscriptionAnswer(await findSubscription(shop)) };
  },
});
