import { listOf } from "../../kernel/page.ts";
import { read } from "../operation.ts";
import { listPlans as selectPlans } from "./plan-queries.ts";
import { planAnswer, PlanShape } from "./plan-shapes.ts";

export const listPlans = read({
  name: "plans.list",
  title: "List plans",
  summary: "Lists the plans and what each one allows.",
  description: "Plans are listed from smallest to largest. Prices are per month.",
  scope: "read_subscription",
  http: { method: "GET", path: "/plans", status: 200 },
  output: listOf(PlanShape),
  errors: [],
  mcp: { tool: "list_plans", use: "Use it to tell the merchant what a plan would allow. Only a person can change the plan." },
  async run({ shop }) {
    return { data: (await selectPlans(shop.db)).map(planAnswer) };
  },
});
