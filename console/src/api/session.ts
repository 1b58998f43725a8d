import { useSyncExternalStore } from "react";
import { send } from "./client.ts";
import { ApiError } from "./errors.ts";

/** Who is signed in. The cookie is the session; the page only knows whether one stands. */

type SessionState = "unknown" | "signed_in" | "signed_out";

let state: SessionState = "unknown";
const listeners = new Set<() => void>();

export function useSessionState(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

function noteSignedIn(): void {
  become("signed_in");
}

export function noteSignedOut(): void {
  become("signed_out");
}

function become(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Exchanges an API key, or the code of a one-time link, for the session's cookie. */
export async function signIn(credential: { readonly key: string } | { readonly code: string }): Promise<void> {
  await request("/session", { method: "POST", body: JSON.stringify(credential), headers: { "content-type": "application/json" } });
  noteSignedIn();
}

export async function signOut({ everywhere }: { readonly everywhere: boolean }): Promise<void> {
  await request(everywhere ? "/sessions" : "/session", { method: "DELETE" });
  noteSignedOut();
}

async function request(url: string, init: RequestInit): Promise<void> {
  const response = await send(url, init);
  if (!response.ok) throw ApiError.of(response, await response.text());
}
