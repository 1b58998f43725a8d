import { expect, test } from "vitest";
import { repositoryFiles } from "./repository-files.ts";

/** What begins a transaction without the port, so that nobody would notice what waits inside it. */
const OWN_TRANSACTION = /\.transaction\(|\.startTransaction\(/;

test("every transaction of the product begins in the port, which lets nothing but the database be waited for inside", () => {
  const sources = repositoryFiles(/^src\/.*\.ts$/).filter(({ path }) => !/\.(test|suite)\.ts$/.test(path));
  expect(sources.length).toBeGreaterThan(500);
  const beginning = sources.filter(({ text }) => OWN_TRANSACTION.test(text)).map(({ path }) => path);
  expect(beginning).toEqual(["src/platform/postgres/postgres-port.ts"]);
});
