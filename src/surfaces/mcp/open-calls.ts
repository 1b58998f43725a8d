import type { Places } from "../http/open-places.ts";

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

/** Streams of one key that stay open until their client leaves. */
export const SUBSCRIPTIONS: Places = { of: "subscriptions", ofKeyMax: 4 };
