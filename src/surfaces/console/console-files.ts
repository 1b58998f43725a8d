import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** One file of the console, with its compressed copies if it has them. */
export interface ConsoleFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
}

export interface ConsoleFiles {
  readonly page: ConsoleFile;
  /** By name. Each name has a hash of its content, so a file never changes. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};
const ASSETS = "assets";

/** All of them, some 2 MB, so that an upgrade of the folder changes nothing under a process that runs. */
export async function readConsole(folder: string): Promise<ConsoleFiles> {
  const names = await readdir(path.join(folder, ASSETS));
  const present = new Set(names);
  const assets = names
    .filter((name) => path.extname(name) in TYPES)
    .map(async (name) => [name, await readOne(path.join(folder, ASSETS, name), present)] as const);
  return {
    page: await readOne(path.join(folder, "index.html"), new Set(await readdir(folder))),
    assets: new Map(await Promise.all(assets)),
  };
}

async function readOne(file: string, present: ReadonlySet<string>): Promise<ConsoleFile> {
  const copy = async (ending: string) => (present.has(path.basename(file) + ending) ? readFile(file + ending) : undefined);
  const [bytes, br, gzip] = await Promise.all([readFile(file), copy(".br"), copy(".gz")]);
  return { bytes, type: TYPES[path.extname(file)] ?? "application/octet-stream", br, gzip };
}
