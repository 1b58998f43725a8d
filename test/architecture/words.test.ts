import { expect, test } from "vitest";
import { bannedIn, WRITTEN_FOR_USERS } from "./banned-in.ts";
import { BANNED_WORDS } from "./banned-words.ts";
import { repositoryFiles } from "./repository-files.ts";

/** At least one for each pattern, in the list's order. */
const BAD: readonly string[] = [
  "Whoever holds the token can read the file.",
  "The first key wins, whatever is in the second.",
  "Who sends a key twice is answered once.",
  "Of two rules the later one wins.",
  "What has no id is left out of the file.",
  "That is what a run reads.",
  "Rows of before are kept.",
  "Sends the event anew.",
  "Activating the feed mends this.",
  "Upon a change the feed runs.",
  "The shop and the feeds thereof.",
  "The row is excluded, thus it isn't in the file.",
  "The key shall be unique.",
  "Somebody changed the feed.",
  "The value is no number.",
  "Takes a text and cuts it.",
  "Some texts are too long.",
  "A required member is missing.",
  "The run ends by itself.",
  "One may ask again.",
  "Adds a feed beside the primary one.",
  "Sent again so that it be seen.",
  "The webhook is told of it.",
  "A dash stands for an empty value.",
  "The tables grow by and by.",
  "The row stays as it was.",
  "It stops after so many rows.",
  "A price in another currency than the market's is left out.",
  "Every metafield is a column, whatever the list says.",
  "Country of the file; null: the feed's.",
  "If there is no such part, blank.",
];

const GOOD: readonly string[] = [
  "Lists the shop's extracts, newest first.",
  "The feed has no live run. Regenerate the feed, then try again.",
  "There is no such route. The run is no longer needed, and there are no more rows.",
  "The organization has a member with this address already.",
  "A text column. Of course, besides this, what comes next is up to you?",
  "What is a feed? Who made the change.",
  "Set `member` to `a text`, or `upon` to ``whoever``, and read [the guide](upon-anew.md).",
  'Send {"text": "a text"} to https://example.com/thus/anew.',
  "A currency other than the shop's, in another country. If null, the column is left blank; if it's blank, the row stays.",
  "The recommended amendment gets recorded; the ethereal texture doesn't.",
];

const markdown = (text: string) => bannedIn({ path: "README.md", text });

test.each(BAD)("refused: %s", (sentence) => {
  expect(markdown(sentence)).not.toEqual([]);
});

test.each(GOOD)("allowed: %s", (sentence) => {
  expect(markdown(sentence)).toEqual([]);
});

test("every pattern refuses one of the bad sentences", () => {
  const unused = BANNED_WORDS.filter(({ pattern }) => !BAD.some((sentence) => pattern.test(sentence)));
  expect(unused).toEqual([]);
});

test("a fault names the file, the line, the words and what to write instead", () => {
  expect(markdown("# Title\n\n```sh\nwhoever anew\n```\n\n- It runs.\n- It runs anew.\n")).toEqual([
    "README.md:8 anew: write again. In: It runs anew.",
  ]);
});

test("the OpenAPI document is read value by value: names, patterns and code in a description aren't prose", () => {
  const document = { anew: { description: "Runs `anew`.", pattern: "anew+" }, tags: ["Runs the feed anew."] };
  expect(bannedIn({ path: "docs/reference/openapi.json", text: JSON.stringify(document, null, 2) })).toEqual([
    "docs/reference/openapi.json:7 anew: write again. In: Runs the feed anew.",
  ]);
});

test("source is read string by string: comments, names and SQL aren't for users", () => {
  const text = [
    "// Somebody reads it anew.",
    'const upon = "upon";',
    "const rows = sql`select 1 as thus from texts anew`;",
    'fail("x", `The ${upon} is read anew.`);',
    'fail("Nobody" + "reads it all, somebody.");',
  ].join("\n");
  expect(bannedIn({ path: "src/a.ts", text }).map((found) => found.split(":", 2).join(":"))).toEqual([
    "src/a.ts:4 anew",
    "src/a.ts:5 somebody",
  ]);
});

test("the files users read are found", () => {
  const paths = repositoryFiles(WRITTEN_FOR_USERS).map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining(["README.md", "CHANGELOG.md", "docs/guide/rules.md", "docs/reference/openapi.json", "src/kernel/errors.ts"]),
  );
  expect(paths.filter((path) => /\.(?:test|suite)\.ts$|^docs\/decisions\//.test(path))).toEqual([]);
});

test("nothing users read holds a banned word", () => {
  expect(repositoryFiles(WRITTEN_FOR_USERS).flatMap(bannedIn)).toEqual([]);
});
