import { expect, test } from "vitest";
import { smokeShop } from "./smoke-shop.ts";

async function smoked(fake: boolean, env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const code = await smokeShop({ fake, env, say: (line) => void lines.push(line) });
  return { code, lines };
}

test("every case passes against the simulator, and each is named", async () => {
  const { code, lines } = await smoked(true);
  expect([code, lines.at(-1)]).toEqual([0, "6 passed, 0 failed"]);
  expect(lines.slice(0, -1).every((line) => line.startsWith("passed  "))).toBe(true);
});

test("a case that fails is named with its reason, and the command fails", async () => {
  const { code, lines } = await smoked(true, { SMOKE_SECRET: "wrong" });
  expect(code).toBe(1);
  expect(lines[1]).toMatch(/^FAILED {2}gives a token .*\n {8}Shopify doesn't know the app/);
});

test("what a real shop needs is asked for at once", async () => {
  const all = "Set SHOPIFY_CLIENT_ID, SHOPIFY_CLIENT_SECRET, SMOKE_SHOPIFY_SHOP first. What they are: docs/guide/shopify-app.md";
  expect(await smoked(false)).toEqual({ code: 1, lines: [all] });
});
