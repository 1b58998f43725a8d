import { describe, expect, test } from "vitest";
import { timeTicks } from "./time-ticks.ts";

const ticks = (first: string, end: string, zone?: string) =>
  timeTicks(Date.parse(first), Date.parse(end), zone).map(({ at, label }) => `${new Date(at).toISOString()} ${label}`);

describe("the ticks of a time axis", () => {
  test("are at the midnights of the shop's zone", () => {
    expect(ticks("2026-11-24T12:00:00Z", "2026-11-28T12:00:00Z", "America/New_York")).toEqual([
      "2026-11-25T05:00:00.000Z Nov 25",
      "2026-11-26T05:00:00.000Z Nov 26",
      "2026-11-27T05:00:00.000Z Nov 27",
      "2026-11-28T05:00:00.000Z Nov 28",
    ]);
  });

  test("stay at midnight where the clocks change", () => {
    expect(ticks("2026-10-23T12:00:00Z", "2026-10-27T12:00:00Z", "Europe/Berlin")).toEqual([
      "2026-10-23T22:00:00.000Z Oct 24",
      "2026-10-24T22:00:00.000Z Oct 25",
      "2026-10-25T23:00:00.000Z Oct 26",
      "2026-10-26T23:00:00.000Z Oct 27",
    ]);
  });

  test("say which half of the day they're in", () => {
    expect(ticks("2026-11-28T05:00:00Z", "2026-11-28T07:00:00Z", "Asia/Kolkata")).toEqual([
      "2026-11-28T05:00:00.000Z 10:30 AM",
      "2026-11-28T05:30:00.000Z 11 AM",
      "2026-11-28T06:00:00.000Z 11:30 AM",
      "2026-11-28T06:30:00.000Z 12 PM",
      "2026-11-28T07:00:00.000Z 12:30 PM",
    ]);
  });

  test("have no parts of a second", () => {
    expect(ticks("2026-11-28T10:00:00.250Z", "2026-11-28T10:00:02.750Z")).toEqual([
      "2026-11-28T10:00:01.000Z 10:00:01 AM",
      "2026-11-28T10:00:02.000Z 10:00:02 AM",
    ]);
  });

  test("are one, with its date and time, if there is one time", () => {
    const at = "2026-11-28T21:56:04.487Z";
    expect(ticks(at, at, "America/New_York")).toEqual([`${at} Nov 28, 2026, 4:56:04 PM EST`]);
    expect(ticks(at, "2026-11-28T21:56:04.488Z")).toEqual([`${at} Nov 28, 2026, 9:56:04 PM UTC`]);
  });
});
