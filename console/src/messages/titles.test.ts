import { expect, test } from "vitest";
import { messages } from "./messages.ts";

const { admin, audit, keys, lookups, organization, tests, webhooks } = messages;
const { requests } = messages.shopSettings;
const TITLES = [admin.allKeys, audit.all, keys.all, keys.sessions, lookups.all, requests, tests.all, webhooks.all, webhooks.deliveries];

test.each([...TITLES, ...Object.values(organization.all)])("the title of a list has a number once it's known: %#", (title) => {
  expect(title(0)).toMatch(/^[A-Z].* \(0\)$/);
  expect(title(1_200)).toMatch(/^[A-Z].* \(1,200\)$/);
  expect(title(undefined)).toMatch(/^[A-Z][\w ]+$/);
});
