import { expect, test } from "vitest";
import { wordsIn } from "./console-words.ts";
import { repositoryFiles } from "./repository-files.ts";

/** Everything but the messages themselves, what is generated, and tests. */
const SOURCES = /^console\/src\/(?!messages\/)(?!.*\.(?:test|d)\.ts$).*\.tsx?$/;

test("every word that the console shows is in console/src/messages/", () => {
  const files = repositoryFiles(SOURCES);
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap(wordsIn);
  const how =
    "Move each into console/src/messages/en/, into the section named after its folder, and read it as `words.…` with `const words = messages.<folder>`:";
  expect(found, [how, ...found].join("\n")).toEqual([]);
});

test.each([
  ["<p>Nothing yet</p>", "<p> has “Nothing yet”"],
  ["<p>{isOn ? words.on : 'Off'}</p>", "<p> has “Off”"],
  ["<>{count} rows</>", "<> has “rows”"],
  ['<a title="Close" />', "title has “Close”"],
  ["<a aria-label={isOpen ? `Close ${name}` : words.open} />", "aria-label has “Close”"],
  ["f({ label: 'Rows' })", "label has “Rows”"],
  ['<a {...{ "aria-label": "Rows" }} />', "aria-label has “Rows”"],
  ["function f({ label = 'id' }) {}", "label has “id”"],
  ["say('This feed has no rows.')", "a string has “This feed has no rows.”"],
  ["<a placeholder={hint ?? 'Find'} />", "placeholder has “Find”"],
])("words are found in %s", (code, found) => {
  expect(wordsIn({ path: "page.tsx", text: `const page = () => (\n${code}\n);` })).toEqual([`page.tsx:2: ${found}`]);
});

test.each([
  "<p>{words.none}</p>",
  "<p>{count} · {total} – 5 %</p>",
  '<a title={state === "live" ? words.live : undefined} className="wide page" />',
  '<a label={styles["label"]} to="/shops/$shopId" kind="primary" />',
  "<code>feedwright console</code>",
  "f({ label: words.rows, keys: 'Ctrl+Enter', id: 'next row' })",
])("names and figures aren't words: %s", (code) => {
  expect(wordsIn({ path: "page.tsx", text: `const page = () => (\n${code}\n);` })).toEqual([]);
});
