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

test.each([
  [{ primaryLocale: "deutsch" }, "/language", "deutsch isn't a language. Give a BCP 47 code such as de or pt-BR."],
  [{ timeZone: "Berlin" }, "/time_zone", "Berlin isn't a time zone. Give an IANA name such as Europe/Berlin."],
] as const)("of a shop from an export, %j is refused", (typed, param, message) => {
  const faults = installationFaults({ domain: "shop.example", country: "DE", currency: "EUR", storefront: "csv", ...typed });
  expect(faults).toMatchObject([{ param, message }]);
});
