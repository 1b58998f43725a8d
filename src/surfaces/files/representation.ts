import type { IncomingHttpHeaders } from "node:http";

/** One form of a file that may be sent: the object, its size, and what tells it from every other. */
export interface Representation {
  readonly key: string;
  readonly bytes: number;
  /** Strong: of these very bytes. */
  readonly etag: string;
  readonly encoding: "gzip" | null;
}

/** Whether the client takes gzip: named with a weight above zero, or covered by `*`. Without the header it gets the plain file. */
export function acceptsGzip(header: string | undefined): boolean {
  const weights = new Map(
    (header ?? "").split(",").map((part) => {
      const [coding = "", ...parameters] = part.trim().toLowerCase().split(";");
      const weight = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return [coding.trim(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}

/** Whether the client's copy is current (RFC 9110, section 13): its tags decide, its date only where it sent none. */
export function isUnchanged(headers: IncomingHttpHeaders, { etag }: Representation, modifiedAt: Date): boolean {
  const tags = headers["if-none-match"];
  if (tags !== undefined) return tags.trim() === "*" || tags.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  const since = headers["if-modified-since"];
  const time = since === undefined ? undefined : httpDate(since);
  return time !== undefined && Math.floor(modifiedAt.getTime() / 1000) * 1000 <= time;
}

/** Undefined for what is none: JavaScript takes `99999` for a year. In an obsolete form it counts as none, and the file is sent. */
function httpDate(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isFinite(time) && new Date(time).toUTCString() === text ? time : undefined;
}

export type RangeAsked = { readonly start: number; readonly end: number } | "whole" | "unsatisfiable";

/** The one byte range of a request. Several ranges, other units and nonsense are answered with the whole file, as HTTP allows. */
export function rangeOf(headers: IncomingHttpHeaders, { bytes, etag }: Representation, modifiedAt: Date): RangeAsked {
  const asked = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(headers.range ?? "");
  if (asked === null || !rangeHolds(headers["if-range"], etag, modifiedAt)) return "whole";
  const [, first = "", last = ""] = asked;
  if (first === "") return last === "" ? "whole" : lastBytes(bytes, Number(last));
  const start = Number(first);
  const end = last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= bytes ? "unsatisfiable" : { start, end };
}

/** `bytes=-500`: the last 500, or all where there are fewer. */
function lastBytes(bytes: number, wanted: number): RangeAsked {
  return wanted === 0 || bytes === 0 ? "unsatisfiable" : { start: Math.max(0, bytes - wanted), end: bytes - 1 };
}

/** `If-Range`: the range is of the copy the client has, else it gets the whole file. */
function rangeHolds(condition: string | string[] | undefined, etag: string, modifiedAt: Date): boolean {
  if (condition === undefined || condition === etag) return true;
  return httpDate(String(condition)) === Math.floor(modifiedAt.getTime() / 1000) * 1000;
}
