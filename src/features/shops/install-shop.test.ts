import { expect, test } from "vitest";
import { installationFaults } from "./install-shop.ts";

test.each([
  ["csv", "usd", []],
  ["csv", "JEP", ["/currency"]],
  ["csv", "XYZ", ["/currency"]],
  ["shopify", "JEP", []],
  ["shopify", "pounds", ["/currency"]],
] as const)("of a shop on %s that sells in %s: %j is refused", (storefront, currency, refused) => {
  const faults = installationFaults({ domain: "shop.example", country: "JE", currency, storefront });
  expect(faults.map(({ param }) => param)).toEqual(refused);
});
