import { STATUS_CODES } from "node:http";
import { ERRORS, type RequestError } from "../../kernel/errors.ts";

/** An error as it is sent: all errors have this one format, wherever they were raised. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ErrorContext {
  readonly requestId: string;
  readonly publicUrl: string;
  /** Where HTTP has a status of its own that the catalogue's entry does not. */
  readonly status?: number;
}

export function errorAnswer(error: RequestError, { requestId, publicUrl, status }: ErrorContext): ErrorAnswer {
  const { code, message, param, details } = error;
  const body = { error: { code, message, param, details, request_id: requestId, doc_url: `${publicUrl}/docs/errors#${code}` } };
  return {
    status: status ?? ERRORS[code].status,
    headers: { ...securityHeaders(requestId), "content-type": "application/json; charset=utf-8", ...challenge(error), ...error.headers },
    body: JSON.stringify(body),
  };
}

/** On every response. Routes that may be cached or shown replace `cache-control`. */
export function securityHeaders(requestId: string): Readonly<Record<string, string>> {
  return { "x-request-id": requestId, "x-content-type-options": "nosniff", "cache-control": "no-store", "referrer-policy": "no-referrer" };
}

function challenge(error: RequestError): Readonly<Record<string, string>> {
  return ERRORS[error.code].status === 401 ? { "www-authenticate": "Bearer" } : {};
}

/** The same answer for a socket that carries no request yet: what Node could not parse. */
export function rawErrorAnswer({ status, headers, body }: ErrorAnswer): string {
  const lines = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)), connection: "close" });
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines.map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n");
}
