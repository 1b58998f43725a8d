import { hostname } from "node:os";
import { open, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { members, parseJson } from "../../kernel/unsafe.ts";
import { isRunning, machineMark, processSpace, processStart } from "./process-identity.ts";

/**
 * Claims say who works on a data directory: a file for each contender, named by process, machine and purpose. `.held` beside a
 * claim means that its owner has won and stays. A claim's name belongs to one process for ever, so removing the claim of a
 * dead process never hits a living one.
 */

export type LockPurpose = "service" | "command";

export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  readonly purpose: LockPurpose;
}

export interface Claim extends LockHolder {
  readonly name: string;
  readonly held: boolean;
  readonly beatAtMs: number;
  /** False: its process can't be asked from here, and its last heartbeat is recent. */
  readonly certain: boolean;
}

/** What is known of the kernel's lock when claims are judged. */
export type KernelState = "ours" | "free" | "held" | "unsupported";

export const BEAT_INTERVAL_MS = 10_000;
/** A claim that can't be judged otherwise counts as alive for this long after its last heartbeat. */
const BEAT_VALID_MS = 60_000;
const HELD = ".held";
const CLAIM_NAME = /^([0-9]+)\.([^.]+)\.(?:([0-9a-f]{8})-([0-9a-f]{8})\.)?(service|command)$/;

export async function claimName(purpose: LockPurpose): Promise<string> {
  return `${process.pid}.${await processStart(process.pid)}.${await machineMark()}-${await processSpace()}.${purpose}`;
}

/** False when the claim is there. */
export async function makeClaim(folder: string, name: string): Promise<boolean> {
  return createFile(join(folder, name), JSON.stringify({ host: hostname() }));
}

export async function markHeld(folder: string, name: string): Promise<void> {
  await createFile(join(folder, `${name}${HELD}`), "");
}

export async function beatClaim(folder: string, name: string): Promise<void> {
  const now = new Date();
  await utimes(join(folder, name), now, now).catch(() => undefined);
}

/** A reader of the directory may not be allowed to tidy it. */
export async function removeClaim(folder: string, name: string): Promise<void> {
  const file = join(folder, name);
  for (const path of [`${file}${HELD}`, file]) await rm(path, { force: true }).catch(() => undefined);
}

/** Those of dead processes are removed on the way, by whoever holds the kernel's lock. */
export async function livingClaims(folder: string, kernel: KernelState): Promise<readonly Claim[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const living: Claim[] = [];
  for (const name of names) {
    const life = await lifeOf(folder, name, kernel);
    if (life === "dead" && kernel === "ours") await removeClaim(folder, name);
    if (life === "alive" || life === "perhaps")
      living.push(await readClaim(folder, name, { held: names.includes(`${name}${HELD}`), certain: life === "alive" }));
  }
  return living;
}

type Life = "alive" | "dead" | "perhaps";

/** Undefined: the file is no claim. The kernel's lock speaks for one machine; heartbeats speak where it can't. */
async function lifeOf(folder: string, name: string, kernel: KernelState): Promise<Life | undefined> {
  const [, pid, start = "", machine, space] = CLAIM_NAME.exec(name) ?? [];
  if (pid === undefined) return undefined;
  const isHere = machine === undefined || machine === (await machineMark());
  if (isHere && (space === undefined || space === (await processSpace()))) return (await isRunning(Number(pid), start)) ? "alive" : "dead";
  if (isHere && kernel === "held") return "alive";
  if (isHere && kernel !== "unsupported") return "dead";
  return Date.now() - (await beatOf(folder, name)) < BEAT_VALID_MS ? "perhaps" : "dead";
}

async function readClaim(folder: string, name: string, facts: Pick<Claim, "held" | "certain">): Promise<Claim> {
  const text = await readFile(join(folder, name), "utf8").catch(() => "");
  // A claim that was made just now may still be empty.
  const host = text === "" ? undefined : members(parseJson(text))["host"];
  const { pid, purpose } = nameParts(name);
  return { name, pid, purpose, host: typeof host === "string" ? host : "unknown", beatAtMs: await beatOf(folder, name), ...facts };
}

function nameParts(name: string): Pick<Claim, "pid" | "purpose"> {
  return { pid: Number.parseInt(name, 10), purpose: name.endsWith(".service") ? "service" : "command" };
}

async function beatOf(folder: string, name: string): Promise<number> {
  return stat(join(folder, name)).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

/** False when the file is there. */
async function createFile(file: string, text: string): Promise<boolean> {
  try {
    await using made = await open(file, "wx", 0o600);
    await made.writeFile(text);
    return true;
  } catch (error) {
    if (members(error)["code"] === "EEXIST") return false;
    throw error;
  }
}
