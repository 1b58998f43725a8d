import { messages } from "../messages/messages.ts";
import { sendOnce } from "./change-in-flight.ts";
import { actingFor, send, textOf } from "./client.ts";
import { ApiError, NetworkError } from "./errors.ts";

/**
 * Sends a file that a person chose.
 * @throws {ApiError} what the API refused
 * @throws {NetworkError} no answer came, or the file isn't the one that was chosen any more
 */
export function sendFile(url: string, method: "POST" | "PUT", file: File): Promise<void> {
  const of = [file.name, file.size, file.lastModified];
  return sendOnce(`${method} ${url}`, actingFor(), { of }, (idempotencyKey) => sendAs(idempotencyKey, url, { method, body: file }, file));
}

async function sendAs(idempotencyKey: string, url: string, init: RequestInit, file: File): Promise<void> {
  const headers = { "content-type": "text/csv", "idempotency-key": idempotencyKey };
  const response = await send(url, { ...init, headers }).catch(async (thrown: unknown) => {
    await checkUnchanged(file);
    throw thrown;
  });
  const text = await textOf(response);
  if (!response.ok) throw ApiError.of(response, text);
}

/** Browsers don't read a file that was written to after it was chosen. */
export async function checkUnchanged(file: File): Promise<void> {
  try {
    await file.slice(0, 1).text();
  } catch {
    throw new NetworkError(messages.api.fileChanged);
  }
}
