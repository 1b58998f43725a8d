import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { testDuckdb } from "../../test/harness/duckdb.ts";
import { renderedText } from "./channel-under-test.suite.ts";
import { GOLDEN_CATALOG } from "./golden-catalog.suite.ts";
import { CHANNEL_PACKS } from "./packs.ts";

const FORMATS = CHANNEL_PACKS.flatMap((pack) =>
  pack.formats.map(({ name: format }) => ({ pack, format, called: `${pack.slug}.${format}` })),
);

/** What a change of a renderer means for a merchant's file shows in the diff of these; `--update=all` writes them anew. */
describe("a small catalog is the golden file, byte for byte", () => {
  test.each(FORMATS)("$called", async ({ pack, format }) => {
    await using duckdb = await testDuckdb();
    const text = await renderedText(duckdb, pack, GOLDEN_CATALOG, { format });
    await expect(text).toMatchFileSnapshot(join(import.meta.dirname, pack.slug, "golden", `catalog.${format}`));
  });
});
