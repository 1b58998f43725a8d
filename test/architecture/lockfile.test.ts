import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** SHA-512 in base64, the strongest that npm checks: 86 digits and the padding. */
const STRONG = /^sha512-[A-Za-z0-9+/]{86}==$/;

/** Whatever platform a package is for: on another machine than ours it is installed by this file just the same. */
test("npm checks every package of the lockfile against a hash", () => {
  const { packages } = members(parseJson(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  const installed = Object.entries(members(packages)).filter(([path]) => path !== "");
  expect(installed.length).toBeGreaterThan(0);
  expect(installed.filter(([, entry]) => !STRONG.test(String(members(entry)["integrity"]))).map(([path]) => path)).toEqual([]);
});
