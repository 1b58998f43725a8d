import { expect, test } from "vitest";
import { pinterest } from "../../src/channels/pinterest/pack.ts";
import { conformanceCases } from "./conformance.suite.ts";
import { openPinterest } from "./open-pinterest.ts";

test.each(conformanceCases(pinterest))("Pinterest: %s", async (_title, run) => {
  await expect(run(openPinterest)).resolves.toBeUndefined();
});
