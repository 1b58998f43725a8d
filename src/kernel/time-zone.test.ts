import { expect, test } from "vitest";
import { timeZoneName } from "./time-zone.ts";

test.each([
  ["Europe/Berlin", "Europe/Berlin"],
  ["europe/berlin", "Europe/Berlin"],
  ["Asia/Kolkata", "Asia/Kolkata"],
  ["US/Eastern", "US/Eastern"],
  ["us/eastern", "America/New_York"],
  ["utc", "UTC"],
  ["Etc/GMT+5", "Etc/GMT+5"],
  ["+02:00", undefined],
  ["Berlin", undefined],
  ["Europe/Atlantis", undefined],
  ["", undefined],
])("the time zone %j is %j", (text, name) => {
  expect(timeZoneName(text)).toBe(name);
});
