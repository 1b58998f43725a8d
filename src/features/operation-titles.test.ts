import { expect, test } from "vitest";
import { OPERATIONS } from "./operations.ts";

const VERBS =
  "Activate Add Approve Assign Cancel Check Choose Compare Count Connect Create Deactivate Debug Decline Delete Discard Disconnect Download Export Fetch Get Install Invite Lint List Mute Preview Publish Recover Redeliver Refresh Regenerate Remove Reorder Replace Restore Revoke Rotate Run Search Set Start Stop Stream Sync Test Undo Update Upload".split(
    " ",
  );
const WORDS_MAX = 6;

test("every operation has a title of its own: one of a few verbs and what it is done to, in at most 60 characters and without a period", () => {
  for (const { name, title } of OPERATIONS) {
    const [verb = "", ...others] = title.split(" ");
    expect(VERBS, name).toContain(verb);
    expect(others.length, name).toBeGreaterThan(0);
    expect(others.length, name).toBeLessThan(WORDS_MAX);
    expect(title, name).toMatch(/^[A-Z][A-Za-z' ]{1,58}[a-z]$/);
  }
  expect(new Set(OPERATIONS.map(({ title }) => title)).size).toBe(OPERATIONS.length);
});
