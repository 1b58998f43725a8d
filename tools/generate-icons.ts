import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { members, parseJson } from "../src/kernel/unsafe.ts";
import { toolPackages } from "./tool-packages.ts";

/** `npm run generate:icons`: writes the drawings of the console's icons. Their package is large, so nobody who installs Feedwright gets it. */

const TARGET = fileURLToPath(new URL("../console/src/ui/icon-shapes.ts", import.meta.url));

/** By the names of Lucide. To add one, name it here. */
const NAMES = [
  "arrow-down",
  "arrow-up",
  "arrow-up-down",
  "book-open",
  "check",
  "chart-line",
  "chevron-down",
  "chevron-left",
  "chevron-right",
  "circle-alert",
  "clock",
  "columns-3",
  "copy",
  "download",
  "ellipsis",
  "external-link",
  "eye",
  "eye-off",
  "funnel",
  "git-compare",
  "grip-vertical",
  "info",
  "key",
  "list-checks",
  "log-out",
  "menu",
  "moon",
  "package",
  "pencil",
  "play",
  "plus",
  "refresh-cw",
  "rss",
  "search",
  "settings",
  "sparkles",
  "store",
  "sun",
  "table-2",
  "trash",
  "triangle-alert",
  "undo-2",
  "upload",
  "users",
  "webhook",
  "x",
];

function main(): void {
  const folder = `${toolPackages("icons")}/lucide-static`;
  const { version } = members(parseJson(readFileSync(path.join(folder, "package.json"), "utf8")));
  const nodes = members(parseJson(readFileSync(path.join(folder, "icon-nodes.json"), "utf8")));
  const unknown = NAMES.filter((name) => nodes[name] === undefined);
  if (unknown.length > 0) throw new Error(`Lucide has no icon ${unknown.join(", ")}.`);
  const lines = NAMES.map((name) => `  "${name}": ${JSON.stringify(nodes[name])},\n`);
  writeFileSync(
    TARGET,
    `/* Drawings of Lucide ${String(version)}, written by \`npm run generate:icons\`.
 * Copyright (c) 2026 Lucide Icons and Contributors; some derived from Feather, copyright (c) 2013-2023 Cole Bemis (MIT).
 *
 * Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above
 * copyright notice and this permission notice appear in all copies.
 *
 * THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
 * MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES
 * WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR
 * IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
 */
export const ICON_SHAPES = {
${lines.join("")}} as const;
`,
  );
}

main();
