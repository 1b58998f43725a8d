import { PlainError } from "../kernel/errors.ts";

export interface DatafeedOptions {
  readonly create?: string;
  readonly delete?: string;
  readonly fetch?: string;
  readonly hour?: string;
  readonly timeZone?: string;
  readonly name?: string;
  readonly target?: readonly string[];
}

interface DatafeedWork {
  readonly kind: "list" | "create" | "delete" | "fetch";
  /** Id of the datafeed to delete or fetch. */
  readonly id: string;
  /** Of the datafeed to create. */
  readonly body: object;
}

/** What `--create feed_1 --hour 5 --target DE/de`, `--delete 7` or `--fetch 7` ask for; without any of them, the list. */
export function datafeedWork(options: DatafeedOptions): DatafeedWork {
  const { create, hour, timeZone, name, target } = options;
  const kinds = (["create", "delete", "fetch"] as const).filter((kind) => options[kind] !== undefined);
  const [kind = "list", another] = kinds;
  if (another !== undefined) throw new PlainError("option_invalid", `Give --${kind} or --${another}, not both.`);
  const settings = Object.entries({ "--hour": hour, "--time-zone": timeZone, "--name": name, "--target": target });
  const alone = settings.find(([, value]) => value !== undefined)?.[0];
  if (kind !== "create" && alone !== undefined) throw new PlainError("option_invalid", `${alone} goes with --create.`);
  if (kind === "list") return { kind, id: "", body: {} };
  if (kind !== "create") return { kind, id: idOf(options[kind] ?? "", kind), body: {} };
  const body = {
    feed_id: create,
    ...(hour === undefined ? {} : { hour: hourOf(hour) }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(name === undefined ? {} : { datafeed_name: name }),
    ...(target === undefined ? {} : { targets: target.map(targetOf) }),
  };
  return { kind, id: "", body };
}

function idOf(text: string, option: string): string {
  if (/^[1-9]\d{0,14}$/.test(text)) return text;
  throw new PlainError("option_invalid", `--${option} takes the datafeed's id, a number as the list shows it, not ${text}.`);
}

function hourOf(text: string): number {
  if (/^(?:\d|[01]\d|2[0-3])$/.test(text)) return Number(text);
  throw new PlainError("option_invalid", `--hour takes an hour from 0 to 23, not ${text}.`);
}

function targetOf(text: string): { readonly country: string; readonly language: string } {
  const [, country, language] = /^([^/]+)\/([^/]+)$/.exec(text) ?? [];
  if (country !== undefined && language !== undefined) return { country, language };
  throw new PlainError("option_invalid", `--target takes a country and a language, as in --target DE/de, not ${text}.`);
}
