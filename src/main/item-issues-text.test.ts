import { expect, test } from "vitest";
import { type FeedIssues, issueRowsText, itemIssuesText } from "./item-issues-text.ts";

const META: FeedIssues["meta"] = {
  ...{ page: 1, per_page: 100, total: 1, total_pages: 1, has_more: false },
  ...{ status: "read", fetched_at: "2026-11-23T04:00:00.000Z", run_id: "run_1", error: null, items_cut: false, items_elsewhere: 2 },
  items: { approved: 5, limited: 0, disapproved: 3, pending: 0 },
};
type Row = Parameters<typeof issueRowsText>[0][number];
type Issue = FeedIssues["issues"][number];
const SAID = {
  ...{ code: "reserved_gtin", attribute: "gtin", message: "Reserved GTIN", documentation_url: null, countries: [] },
  ...{ fixed_by_next_run: true, reason: "The live file no longer has this fault; Google judged an earlier one." },
};
const ISSUE: Issue = {
  ...SAID,
  ...{ object: "platform_issue", severity: "error", finding_code: "reserved_gtin", affected_count: 3, fixed_count: 3, samples: [] },
};

test("a feed's issues are a table under the counts of the platform's items", () => {
  expect(itemIssuesText({ feed_id: "feed_1", issues: [ISSUE], meta: META }, "shop.example google")).toBe(
    [
      "feed_1: items read at 2026-11-23T04:00:00.000Z: 5 approved, 3 disapproved. 2 items with issues aren't rows of this feed.",
      "Severity  Rows  Attribute  Code           Fixed by next run  What is wrong",
      "Error     3     gtin       reserved_gtin  yes                Reserved GTIN",
      "Show the rows of an issue with: feedwright channel issues shop.example google --code CODE",
      "",
    ].join("\n"),
  );
});

test("a feed whose items were never read says so, with what kept them from it", () => {
  const meta = { ...META, items: null, fetched_at: null, error: { code: "reauth_required", message: "Connect Google again." } };
  expect(itemIssuesText({ feed_id: "feed_1", issues: [], meta }, "s google")).toBe(
    "feed_1: the platform's items haven't been read yet.\nThe latest reading failed: Connect Google again.\n",
  );
});

test("rows name our finding and the rules, and say why", () => {
  const row: Row = {
    ...SAID,
    severity: "error",
    ...{ object: "platform_issue_row", row_id: "1001", product_id: "prod_1001", sku: null, title: "Shirt", admin_url: null },
    ...{ item_id: "A-1", item_status: "disapproved", value: "2000000000008", finding: null },
    rules: [{ rule_id: "rule_4", rule: "Set gtin", before: "", after: "2000000000008" }],
  };
  expect(issueRowsText([row], "reserved_gtin").split("\n")[1]).toBe(
    "1001  A-1   gtin       2000000000008               rule_4  yes                The live file no longer has this fault; Google judged an earlier one.",
  );
  expect(issueRowsText([], "odd")).toBe("The platform reports odd for no row.\n");
});
