import { isIP } from "node:net";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** From the text of a variable to its value; undefined for a text that is not taken. */

/** A variable as data: `docs/reference/config.md` is made from these. */
export interface ConfigVariable<T> {
  readonly name: string;
  /** In words where it is derived; null where there is none. */
  readonly default: string | null;
  readonly description: string;
  /** Ends the sentence "… takes". */
  readonly takes: string;
  /** Its value is never repeated in a message. */
  readonly secret: boolean;
  /** Undefined when the text is not taken. */
  readonly parse: (text: string) => T | undefined;
}

/** Whose `X-Forwarded-For` counts: nobody's, that of the last n hops, or that of these networks. */
export type TrustProxy = false | number | readonly string[];

/** How much of a bad value a message repeats. */
const FOUND_CHARACTERS = 80;
/** Proxies in a row in front of a service; more is a mistake, and every one of them is believed. */
export const PROXY_HOPS_MAX = 16;
/** DuckDB's own minimum; what all processes need is checked where the budget is divided. */
const MEMORY_LIMIT_MIN_BYTES = 128_000_000;
const MEMORY_LIMIT_MAX_BYTES = 1_000_000_000_000;
/** Less holds no catalog at all; more is no quota. */
const QUOTA_MIN_BYTES = 1_000_000;
const QUOTA_MAX_BYTES = 1_000_000_000_000_000;
const UPLOAD_MIN_BYTES = 1_000_000;
/** What an export may have at most. */
const UPLOAD_MAX_BYTES = 2 * 1024 ** 3;
const BYTE_UNITS: Readonly<Record<string, number>> = {
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

export function oneOrZero(text: string): boolean | undefined {
  return /^[01]$/.test(text) ? text === "1" : undefined;
}

export function wholeNumber(text: string, min: number, max: number): number | undefined {
  if (!/^[0-9]{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}

export function hostName(text: string): string | undefined {
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text) ? text : undefined;
}

export function baseUrl(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return undefined;
  return url.href.replace(/\/+$/, "");
}

export function fileUrlPath(text: string): string | undefined {
  if (!text.startsWith("file:///") || /[?#]/.test(text) || !URL.canParse(text)) return undefined;
  try {
    return resolve(fileURLToPath(text));
  } catch {
    // An encoded slash: the text is an address, but of no file.
    return undefined;
  }
}

export function trustedProxies(text: string): TrustProxy | undefined {
  if (/^[0-9]+$/.test(text)) {
    const hops = wholeNumber(text, 0, PROXY_HOPS_MAX);
    return hops === 0 ? false : hops;
  }
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || wholeNumber(prefix, 0, family === 4 ? 32 : 128) !== undefined;
}

export function memoryBytes(text: string): number | undefined {
  return amountOfBytes(text, MEMORY_LIMIT_MIN_BYTES, MEMORY_LIMIT_MAX_BYTES);
}

/** 0 for none. */
export function quotaBytes(text: string): number | undefined {
  return text === "0" ? 0 : amountOfBytes(text, QUOTA_MIN_BYTES, QUOTA_MAX_BYTES);
}

export function cacheBytes(text: string): number | undefined {
  return amountOfBytes(text, QUOTA_MIN_BYTES, QUOTA_MAX_BYTES);
}

/** As far as an export may go. */
export function uploadBytes(text: string): number | undefined {
  return amountOfBytes(text, UPLOAD_MIN_BYTES, UPLOAD_MAX_BYTES);
}

function amountOfBytes(text: string, min: number, max: number): number | undefined {
  const match = /^([0-9]{1,9}(?:\.[0-9]{1,3})?) ?([KMGT]i?B)$/i.exec(text);
  const bytes = Math.floor(Number(match?.[1]) * (BYTE_UNITS[match?.[2]?.toLowerCase() ?? ""] ?? Number.NaN));
  return bytes >= min && bytes <= max ? bytes : undefined;
}

/** Nobody can connect to "every interface", so an address made from it names this machine. */
export function reachableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return isIP(host) === 6 ? `[${host}]` : host;
}

export function deepFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFrozen(member);
  return Object.freeze(value);
}

/** A value that isn't taken, as a message repeats it. */
export function found(text: string, secret: boolean): string {
  if (secret) return `not valid (${text.length} characters, not shown because it may hold a secret)`;
  return JSON.stringify(text.length > FOUND_CHARACTERS ? `${text.slice(0, FOUND_CHARACTERS)}…` : text);
}
