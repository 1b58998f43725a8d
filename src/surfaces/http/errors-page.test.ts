import { expect, test } from "vitest";
import { ERROR_CODES } from "../../kernel/errors.ts";
import { errorsPage } from "./errors-page.ts";

const page = errorsPage("https://feeds.example");

test("the list of errors has a place for every code, and runs and loads nothing", () => {
  for (const code of ERROR_CODES) expect(page).toContain(`<h3 id="${code}">`);
  expect(page).not.toMatch(/<script|<link|<img|<iframe| src=| on[a-z]+=|@import|url\(/i);
});
