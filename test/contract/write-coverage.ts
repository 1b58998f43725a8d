import { writeFile } from "node:fs/promises";
import { coveragePage } from "./coverage-page.ts";

/** Part of `npm run generate`: writes the page that says which tests hold which row. */
await writeFile(new URL("coverage.md", import.meta.url), coveragePage());
