import { type OpenStorage, openStorage } from "../../app-storage.ts";
import { processStorage } from "../../config.ts";
import { PlainError } from "../../kernel/errors.ts";
import { copyObjects } from "../../platform/objects/copy-objects.ts";
import { ObjectTaken } from "../../platform/objects/object-keys.ts";
import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { makeLogger } from "../../platform/telemetry/make-logger.ts";
import { progressLine } from "../progress-line.ts";

export interface ObjectsCopyOptions {
  readonly from: string;
  readonly to: string;
  readonly json?: boolean;
}

/** Everything Feedwright stores; what else lies in the store is none of its own. */
const PREFIXES = ["shops/", "taxonomies/"] as const;

/** Needs no database, so that it also runs before a service is moved. */
export async function copyStore({ from, to, json }: ObjectsCopyOptions): Promise<void> {
  if (from === to) throw new PlainError("invalid_param", "--from and --to are the same store. Name two different stores.");
  await using log = makeLogger({ level: "error", pretty: true });
  await using source = await openPlace("--from", from, log);
  await using target = await openPlace("--to", to, log);
  await target.ready();
  const line = progressLine(process.stderr);
  try {
    let seen = 0;
    const show = (objects: number): void => line.show(`${objects - (objects % 100)} objects`, null);
    const counts = await copyObjects({ from: source, to: target, prefixes: PREFIXES, each: () => show((seen += 1)) });
    line.done();
    process.stdout.write(json === true ? `${JSON.stringify(counts)}\n` : textOf(counts, to));
  } catch (error) {
    line.done();
    if (!(error instanceof ObjectTaken)) throw error;
    throw new PlainError("object_taken", `${to} has another object with the key ${error.key}. Copy to an empty prefix.`, error);
  }
}

async function openPlace(option: string, url: string, log: Logger): Promise<OpenStorage> {
  const storage = processStorage(url);
  if (storage !== undefined) return openStorage(storage, { log });
  throw new PlainError(
    "invalid_param",
    `${option} is ${JSON.stringify(url)}. Use file:///absolute/folder, s3://bucket or s3://bucket/prefix.`,
  );
}

function textOf({ copied, bytes, present }: Awaited<ReturnType<typeof copyObjects>>, to: string): string {
  return `Copied ${copied} objects (${bytes} bytes) to ${to}; ${present} were there already.\n`;
}
