import { type ApiAnswer, type ApiRequest, actingFor, call, type OperationName } from "./client.ts";
import { sendOnce } from "./change-in-flight.ts";

interface Told {
  /** What else tells this change from others whose request is the same. */
  readonly of?: unknown;
}

/**
 * Makes a change that isn't the whole of what a person does, such as one of several. `useChange` is for the others.
 * @throws {ApiError} what the API refused
 * @throws {NetworkError} no answer came; the same change, sent again, isn't made twice
 */
export function sendChange<Name extends OperationName>(name: Name, request: ApiRequest<Name>, { of }: Told = {}): Promise<ApiAnswer<Name>> {
  return sendOnce(name, actingFor(), { ...request, of }, (idempotencyKey) => call(name, request, { idempotencyKey }));
}
