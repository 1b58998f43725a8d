import { type ApiAnswer, type ApiRequest, actingFor, call, type OperationName } from "./client.ts";
import { sendOnce } from "./change-in-flight.ts";

interface ChangeContext {
  /** Tells this change from others with the same request. */
  readonly of?: unknown;
}

/**
 * Makes one of several changes that belong together, such as a rule and then a run. For a change on its own, use `useChange`.
 * @throws {ApiError} what the API refused
 * @throws {NetworkError} no answer came; the same change, sent again, isn't made twice
 */
export function sendChange<Name extends OperationName>(
  name: Name,
  request: ApiRequest<Name>,
  { of }: ChangeContext = {},
): Promise<ApiAnswer<Name>> {
  return sendOnce(name, actingFor(), { ...request, of }, (idempotencyKey) => call(name, request, { idempotencyKey }));
}
