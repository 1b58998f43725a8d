import { Buffer } from "node:buffer";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { EDITION_BYTES_MAX, editionFault } from "../../engine/taxonomy/taxonomy-limits.ts";
import { PlainError } from "../../kernel/errors.ts";
import { members, parseJson } from "../../kernel/unsafe.ts";
import type { Egress } from "../../platform/egress/egress-port.ts";

/** An edition's file as it comes, not yet looked at. */
export interface FetchedEdition {
  readonly text: string;
  /** The file's name or address. */
  readonly what: string;
}

/** Of the whole download. */
const TIMEOUT_MS = 60_000;

/**
 * Reads an edition from a file or a URL. An address that answers a list of files, as GitHub does for a folder, stands for the newest file in
 * it; its names are those of Shopify's.
 */
export async function fetchEdition(egress: Egress, place: string): Promise<FetchedEdition> {
  if (!/^https?:/iu.test(place)) return { text: decoded(await bytesOf(place), place), what: basename(place) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const text = decoded(await download(egress, place, signal), place);
  if (!text.trimStart().startsWith("[")) return { text, what: place };
  const newest = newestFile(text, place);
  return { text: decoded(await download(egress, newest, signal), newest), what: newest };
}

async function bytesOf(file: string): Promise<Buffer> {
  const unreadable = (error: unknown): never => {
    throw new PlainError("file_unreadable", `${file} can't be read: ${String(members(error)["code"])}.`, error);
  };
  if ((await stat(file).catch(unreadable)).size > EDITION_BYTES_MAX) throw tooLarge(file);
  return readFile(file).catch(unreadable);
}

/** On the command line the machine's own account names the address, so it may be one of this machine. */
async function download(egress: Egress, url: string, signal: AbortSignal): Promise<Buffer> {
  const failed = (error: unknown): never => {
    if (error instanceof PlainError) throw error;
    throw new PlainError(
      "taxonomy_unavailable",
      `${url} couldn't be downloaded: ${causeOf(error)}. The current edition stays in use.`,
      error,
    );
  };
  return loaded(egress, url, signal).catch(failed);
}

async function loaded(egress: Egress, url: string, signal: AbortSignal): Promise<Buffer> {
  const answer = await egress.fetch(url, { method: "GET", headers: { "user-agent": "Feedwright", accept: "*/*" }, signal, loopback: true });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`it answered ${answer.status}`);
  }
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = answer.body ?? [];
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > EDITION_BYTES_MAX) throw tooLarge(url);
  }
  return Buffer.concat(chunks);
}

function causeOf(error: unknown): string {
  const { cause, message } = members(error);
  return String(members(cause)["message"] ?? message ?? error);
}

function tooLarge(what: string): PlainError {
  return new PlainError("payload_too_large", `${what} is larger than ${EDITION_BYTES_MAX} bytes, the most Feedwright reads.`);
}

/** In NFC, as all text of catalogs and rules is. Ends with a replacement character if the file was cut off within a character. */
function decoded(bytes: Buffer, what: string): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text: string;
  try {
    text = decoder.decode(bytes, { stream: true });
  } catch {
    throw editionFault(what, "it isn't UTF-8 text");
  }
  return `${text}${restOf(() => decoder.decode())}`.normalize("NFC");
}

function restOf(decode: () => string): string {
  try {
    return decode();
  } catch {
    return "\uFFFD";
  }
}

const MAPPING = /^shopify_(\d{4}-\d{2})_to_google_(\d{4}-\d{2}-\d{2})\.(json|txt)$/u;

/** Of the newest edition the JSON, which has ids, before the text, which has paths alone. */
function newestFile(listing: string, place: string): string {
  const files = filesIn(listing).flatMap(({ name, url }) => {
    const [, shopify, google, ending] = MAPPING.exec(name) ?? [];
    return shopify === undefined ? [] : [{ order: `${shopify} ${google} ${ending === "json" ? 1 : 0}`, url }];
  });
  const newest = files.toSorted((a, b) => (a.order < b.order ? -1 : 1)).at(-1);
  if (newest === undefined) throw editionFault(place, "none of its files maps Shopify's taxonomy to Google's");
  return newest.url;
}

function filesIn(listing: string): readonly { readonly name: string; readonly url: string }[] {
  let parsed: unknown;
  try {
    parsed = parseJson(listing);
  } catch {
    return [];
  }
  return (Array.isArray(parsed) ? parsed : []).map((file: unknown) => {
    const { name, download_url: url } = members(file);
    return { name: String(name), url: String(url) };
  });
}
