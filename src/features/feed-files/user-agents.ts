/** Who fetches a feed's file, by what their user agent says. */
export const AGENT_CLASSES = ["google", "meta", "microsoft", "pinterest", "tiktok", "amazon", "browser", "tool", "other"] as const;
export type AgentClass = (typeof AGENT_CLASSES)[number];

const STORED_MAX = 200;

/** The first that fits: crawlers call themselves browsers too. */
const CLASS_OF: readonly (readonly [AgentClass, RegExp])[] = [
  ["google", /google|feedfetcher/i],
  ["meta", /facebook|meta-external/i],
  ["microsoft", /bingbot|msnbot|adidxbot|microsoft/i],
  ["pinterest", /pinterest/i],
  ["tiktok", /tiktok|bytespider|bytedance/i],
  ["amazon", /amazon/i],
  ["tool", /^(?:curl|wget|python|java|okhttp|go-http|node|undici|axios|postman|ruby|php|guzzle)/i],
  ["browser", /^mozilla\//i],
];

export function agentClass(userAgent: string | undefined): AgentClass {
  return CLASS_OF.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0] ?? "other";
}

/** As much of it as is stored, in whole characters and without what PostgreSQL can't store. Null where there is none. */
export function storedAgent(userAgent: string | undefined): string | null {
  const text = (userAgent ?? "").replaceAll("\0", "").trim();
  return text === "" ? null : [...text].slice(0, STORED_MAX).join("");
}
