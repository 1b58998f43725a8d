import { expect, test } from "vitest";
import { previewChannel } from "./channel-preview.ts";

test("a preview of rows and one of a rule aren't asked for together", async () => {
  const both = { channel: "google", feed: "feed_1", row: ["1"], rule: "rule.json" };
  await expect(previewChannel(both)).rejects.toMatchObject({ code: "option_invalid", message: "Give --row or --rule, not both." });
});
