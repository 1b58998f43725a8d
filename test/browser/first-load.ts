import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { branded, parseJson } from "../../src/kernel/unsafe.ts";

/** What a browser loads before it shows the page that somebody who has just signed in is led to: a merchant, an agency, the operator. */
export const FIRST_PAGES: Readonly<Record<string, readonly string[]>> = {
  overview: ["index.html", "src/shell/frame.tsx", "src/overview/overview-page.tsx"],
  start: ["index.html", "src/shell/frame.tsx", "src/start/start-page.tsx"],
  fleet: ["index.html", "src/organization/organization-frame.tsx", "src/fleet/fleet-page.tsx"],
  "admin shops": ["index.html", "src/admin/admin-frame.tsx", "src/admin/admin-shops-page.tsx"],
  "add shop": ["index.html", "src/admin/admin-frame.tsx", "src/admin/add-shop-page.tsx"],
};
const CONSOLE = fileURLToPath(new URL("../../console", import.meta.url));
const VITE = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url));

type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

/** Builds the console into a folder, with the list of its chunks. */
export async function buildConsole(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [VITE, "build", "--manifest", "--emptyOutDir", "--outDir", folder], { cwd: CONSOLE });
}

/** The scripts of a first load, each with its size on the wire. */
export async function firstLoad(folder: string, page: string): Promise<readonly { readonly file: string; readonly gzipBytes: number }[]> {
  const manifest = branded<Manifest>(parseJson(await readFile(path.join(folder, ".vite", "manifest.json"), "utf8")));
  const files = new Set<string>();
  const follow = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`the console has no chunk ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) follow(imported);
  };
  for (const name of FIRST_PAGES[page] ?? []) follow(name);
  return Promise.all(
    Array.from(files, async (file) => ({ file, gzipBytes: gzipSync(await readFile(path.join(folder, file)), { level: 9 }).length })),
  );
}
