import { expect, test } from "vitest";
import {
  accountsText,
  type Channel,
  connectionText,
  createdText,
  type Datafeed,
  type DatafeedStatus,
  datafeedsText,
  statusText,
  type Sync,
  syncText,
} from "./channel-text.ts";

const NAMED = "shoes.example meta";
const CHANNEL: Channel = {
  ...{ slug: "meta", object: "channel", type: "meta", display_name: "Meta", available: true, status: "connected", sync_mode: "feed_url" },
  ...{ account: { id: "9", name: "Shoes" }, error: null, connected_at: null, last_synced_at: null },
};
const DATAFEED: Datafeed = {
  ...{
    id: 7,
    object: "datafeed",
    feed_id: "feed_1",
    datafeed_id: null,
    datafeed_name: "Shoes US",
    hour: 4,
    time_zone: "UTC",
    fetch_url: null,
  },
  ...{ targets: [{ country: "US", language: "en" }], created_at: "", updated_at: "" },
};
const STATUS: DatafeedStatus = {
  ...{ object: "datafeed_status", state: "succeeded", last_fetched_at: "2026-11-23T04:00:00.000Z" },
  ...{ items_total: 3, items_valid: 2, items_invalid: 1, issues: [] },
};
const ISSUE: DatafeedStatus["issues"][number] = {
  ...{ code: "missing_gtin", platform_code: "no_gtin", severity: "warning", attribute: "gtin", message: "Missing GTIN", affected_count: 1 },
  ...{ documentation_url: null, samples: [] },
};

test.each([
  [{}, "Meta is connected. Feeds go to the account Shoes (9).\n"],
  [{ status: "not_connected", account: null }, "Meta isn't connected.\n"],
  [
    { status: "error", error: { code: "reauth_required", message: "The token ended. Connect again." } },
    "Meta is connected, but it refuses us. The token ended. Connect again.\n",
  ],
  [
    { error: { code: "account_problem", message: "Verify the website." } },
    "Meta is connected. Feeds go to the account Shoes (9). Verify the website.\n",
  ],
] as const)("a connection is told in a sentence: %j", (channel, text) => {
  expect(connectionText({ ...CHANNEL, ...channel }, NAMED)).toBe(text);
});

test("a connection without an account names the commands that choose one", () => {
  expect(connectionText({ ...CHANNEL, status: "pending", account: null }, NAMED)).toContain(
    "feedwright channel account shoes.example meta ID",
  );
  expect(accountsText([], null, NAMED)).toBe("The signed-in person has no account there.\n");
});

test("no datafeed names the command that registers one, and one on its way says so", () => {
  expect(datafeedsText([], NAMED)).toBe(
    "No feed is registered. Register one with: feedwright channel datafeeds shoes.example meta --create feed_1\n",
  );
  expect(datafeedsText([DATAFEED], NAMED)).toBe(
    "Id  Feed    Name      Targets  Fetched daily at  The platform's id\n7   feed_1  Shoes US  US/en    04:00 UTC         not registered yet\n",
  );
});

test("a new datafeed says whether it's registered, and what keeps it from there", () => {
  const failed = { ...STATUS, issues: [{ ...ISSUE, message: "Meta has no such currency." }] };
  expect(createdText({ ...DATAFEED, datafeed_id: "77" }, null)).toContain("It's registered as 77.");
  expect(createdText(DATAFEED, failed)).toContain("It isn't registered yet: Meta has no such currency. This is tried again.");
  expect(createdText(DATAFEED, STATUS)).toContain("It's registered within a minute while a service runs.");
});

test("a status is told in a line, and issues by our code and the platform's", () => {
  const line = "Datafeed 7, feed_1 for US/en: processed, fetched at 2026-11-23T04:00:00.000Z, 3 items, 2 valid, 1 invalid.";
  expect(statusText(DATAFEED, STATUS)).toBe(`${line}\nThe platform reports no issue.\n`);
  const other = { ...ISSUE, code: "odd", platform_code: "odd", attribute: null, affected_count: null, severity: "error" } as const;
  expect(statusText(DATAFEED, { ...STATUS, issues: [ISSUE, other] })).toBe(
    [
      line,
      "Severity  Items  Attribute  Code          The platform's code  What is wrong",
      "Warning   1      gtin       missing_gtin  no_gtin              Missing GTIN",
      "Error                       odd                                Missing GTIN",
      "",
    ].join("\n"),
  );
});

const SYNC: Sync = {
  ...{ id: 31, object: "sync_log", feed_id: "feed_1", channel: "meta", mode: "fetch", status: "success" },
  ...{ rows_sent: 3, errors_count: 0, error_details: null, started_at: null, completed_at: null },
};

test.each<[Partial<Sync>, string, string]>([
  [{}, "", "Meta reads the file of feed_1: 3 rows, 0 errors.\nWhat it finds: feedwright channel issues shoes.example meta\n"],
  [
    { errors_count: 1, error_details: "Meta refused 1 row.\nprice: Invalid (A-2)", rows_sent: 1 },
    "",
    "Meta reads the file of feed_1: 1 row, 1 error.\nMeta refused 1 row.\nprice: Invalid (A-2)\nWhat it finds: feedwright channel issues shoes.example meta\n",
  ],
  [{ mode: "push" }, "", "feed_1 was sent to Meta: 3 rows, 0 errors.\n"],
  [{ status: "failed", rows_sent: null, errors_count: 1, error_details: "No." }, "", "Sync 31 of feed_1 with Meta failed: 1 error.\n"],
  [
    { status: "pending", rows_sent: null, errors_count: null },
    " No service is running: it's done once one is started.",
    "Sync 31 of feed_1 with Meta is under way. No service is running: it's done once one is started. What comes of it: GET /v1/feeds/feed_1/channels/meta/syncs\n",
  ],
])("a sync is told with its counts and what to do next (%j)", (changes, note, text) => {
  expect(syncText({ ...SYNC, ...changes }, { platform: "Meta", named: NAMED, note })).toBe(text);
});
