import { RequestError } from "../../kernel/errors.ts";

/**
 * Calls this process works on, so that a client of the 2025 revisions can cancel one. Those revisions have sessions and name a request only within
 * one: so a client gets a session id to name itself by. It's a label that nobody stores, and every process takes it. A cancellation that reaches
 * another process does nothing, which the protocol allows.
 */
export interface OpenCalls {
  /** Fires when this call is cancelled by name; disposing forgets it. */
  open(name: CallName): Disposable & { readonly signal: AbortSignal };
  cancel(name: CallName): void;
}

export interface CallName {
  readonly keyId: number;
  readonly sessionId: string;
  readonly requestId: string | number;
}

export function openCalls(): OpenCalls {
  const calls = new Map<string, AbortController>();
  const keyOf = ({ keyId, sessionId, requestId }: CallName): string => JSON.stringify([keyId, sessionId, requestId]);
  return {
    open(name) {
      const key = keyOf(name);
      const controller = new AbortController();
      calls.set(key, controller);
      const forget = (): void => {
        if (calls.get(key) === controller) calls.delete(key);
      };
      return { signal: controller.signal, [Symbol.dispose]: forget };
    },
    cancel: (name) => calls.get(keyOf(name))?.abort(),
  };
}

/** Streams of one key that stay open until their client leaves: a few, so that one key never has all of this process's. */
const SUBSCRIPTIONS_OF_KEY_MAX = 4;

/** Throws `rate_limited` where the key has as many as it may; disposing gives the place back. */
export type EnterSubscription = (keyId: number) => Disposable;

export function boundSubscriptions(): EnterSubscription {
  const open = new Map<number, number>();
  return (keyId) => {
    const others = open.get(keyId) ?? 0;
    if (others >= SUBSCRIPTIONS_OF_KEY_MAX) {
      const message = `A key can have at most ${SUBSCRIPTIONS_OF_KEY_MAX} open subscriptions. Close one, then try again.`;
      throw new RequestError("rate_limited", { message, headers: { "retry-after": "5" } });
    }
    open.set(keyId, others + 1);
    const leave = (): void => {
      const left = (open.get(keyId) ?? 1) - 1;
      if (left === 0) open.delete(keyId);
      else open.set(keyId, left);
    };
    return { [Symbol.dispose]: leave };
  };
}
