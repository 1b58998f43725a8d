export const ruleText = {
  label: "Rule text",
} as const;
