import { countOf, formatCount } from "../format.ts";

export const plan = {
  title: "Plan",
  present: "Your plan",
  plan: "Plan",
  state: "State",
  since: "Since",
  stateIs: { active: "subscribed", frozen: "frozen", legacy: "from an earlier offer", none: "without a subscription" },
  rows: "Rows in the largest feed",
  rowsOf: (used: number, max: number | null) =>
    max === null ? `${formatCount(used)}, without a limit` : `${formatCount(used)} of ${formatCount(max)}`,
  allowance: (used: number, max: number) => `${formatCount(used)} of ${countOf(max, "row")} used`,
  extracts: "Scheduled extracts",
  perDay: (count: number) => (count === 0 ? "none" : `${formatCount(count)} a day`),
  plans: "All plans",
  column: {
    name: "Plan",
    price: "Price a month",
    rows: "Rows in a feed",
    extracts: "Extracts a day",
    feeds: "Language and market feeds",
    choose: "Choose",
  },
  noLimit: "no limit",
  free: "free",
  yes: "yes",
  no: "no",
  recommended: "recommended",
  current: "your plan",
  choose: (name: string) => `Change to ${name}`,
  changeTitle: (name: string) => `Change to ${name}?`,
  changeBody: (max: number | null) =>
    max === null
      ? "The plan applies at once. Feeds have no limit of rows."
      : `The plan applies at once. A feed's file has at most ${countOf(max, "row")}; the rest is left out with the next run.`,
  cancel: "Cancel the subscription",
  cancelTitle: "Cancel the subscription?",
  cancelBody: "The shop is on the free plan at once. Rows past its limit are left out with each feed's next run. Nothing is deleted.",
} as const;
