import fs from "node:fs";
import { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { members, parseJson } from "../../src/kernel/unsafe.ts";

/**
 * Loaded into a node of the cluster before the service (`--import`), where it plays two faults that otherwise need root or another library. What holds
 * at the moment is in the file that `NODE_FAULTS` names:
 * - `shiftMs`: the clock is wrong by so much. Timers go on as before, as they do when a machine's clock is set.
 * - `diskFull`: what this process writes to files fails with ENOSPC. What DuckDB's processes write doesn't go through Node and isn't affected.
 */
interface NodeFaults {
  shiftMs: number;
  diskFull: boolean;
}

const LOOK_EVERY_MS = 100;
/** Standard output and standard error aren't on the disk. */
const LAST_STANDARD_FD = 2;

const faults: NodeFaults = { shiftMs: 0, diskFull: false };

function look(file: string): void {
  try {
    const { shiftMs, diskFull } = members(parseJson(fs.readFileSync(file, "utf8")));
    faults.shiftMs = Number(shiftMs ?? 0);
    faults.diskFull = diskFull === true;
  } catch {
    // It's being written; the next look finds it.
  }
}

function shiftDates(): void {
  const real = Date;
  const now = (): number => real.now() + faults.shiftMs;
  globalThis.Date = new Proxy(real, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: () => new real(now()).toString(),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}

const noSpace = (): Error =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", errno: -28, syscall: "write" });

type AnyFunction = (...given: readonly unknown[]) => unknown;

/** `fail`: what a call does while the disk is full. */
function whileFull(holder: object, name: string, fail: (given: readonly unknown[]) => unknown): void {
  const real: unknown = Reflect.get(holder, name);
  if (typeof real !== "function") throw new Error(`this Node has no ${name}`);
  Reflect.set(holder, name, function replaced(this: unknown, ...given: readonly unknown[]) {
    const isFile = typeof given[0] !== "number" || given[0] > LAST_STANDARD_FD;
    return faults.diskFull && isFile ? fail(given) : Reflect.apply(real, this, given);
  });
}

const callBack = (given: readonly unknown[]): void => {
  const done = given.findLast((one): one is AnyFunction => typeof one === "function");
  setImmediate(() => done?.(noSpace()));
};

async function fillDisk(): Promise<void> {
  for (const name of ["write", "writev", "writeFile", "appendFile", "copyFile"]) whileFull(fs, name, callBack);
  const thrown = (): never => {
    throw noSpace();
  };
  for (const name of ["writeSync", "writevSync", "writeFileSync", "appendFileSync", "copyFileSync"]) whileFull(fs, name, thrown);
  const rejected = (): Promise<never> => Promise.reject(noSpace());
  for (const name of ["writeFile", "appendFile", "copyFile", "cp"]) whileFull(fs.promises, name, rejected);
  await using handle = await open(import.meta.filename);
  const prototype: unknown = Object.getPrototypeOf(handle);
  if (typeof prototype === "object" && prototype !== null)
    for (const name of ["write", "writev", "writeFile", "appendFile"]) whileFull(prototype, name, rejected);
  syncBuiltinESMExports();
}

const file = process.env["NODE_FAULTS"];
if (file !== undefined) {
  shiftDates();
  await fillDisk();
  look(file);
  setInterval(look, LOOK_EVERY_MS, file).unref();
}
