import { setTimeout as sleep } from "node:timers/promises";

/**
 * As a load balancer sends requests: in turn to the processes whose `/readyz` answers 200, to any where none does (on a busy machine,
 * a check can be late), and to another one when a connection breaks.
 */
export interface Balancer extends AsyncDisposable {
  add(url: string): void;
  /** After its process has ended. */
  remove(url: string): void;
  /** A request that may be repeated: a read, or a write with an `Idempotency-Key`. Rejects when no process takes it. */
  send(route: string, init?: RequestInit): Promise<Response>;
}

const LOOK_EVERY_MS = 100;
const TRIES_MAX = 20;

export function openBalancer(): Balancer {
  const upstreams = new Map<string, boolean>();
  const closing = new AbortController();
  let turn = 0;
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await Promise.all(
        [...upstreams.keys()].map(async (url) => {
          const ok = await fetch(`${url}/readyz`).then(
            async (answer) => (await answer.text()) !== "" && answer.ok,
            () => false,
          );
          if (upstreams.has(url)) upstreams.set(url, ok);
        }),
      );
      await sleep(LOOK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();
  return {
    add: (url) => void upstreams.set(url, true),
    remove: (url) => void upstreams.delete(url),
    async send(route, init) {
      for (let tries = 1; ; tries += 1) {
        const ready = [...upstreams].filter(([, ok]) => ok).map(([url]) => url);
        const able = ready.length > 0 ? ready : [...upstreams.keys()];
        const url = able[(turn += 1) % Math.max(1, able.length)];
        try {
          if (url === undefined) throw new Error("there is no process");
          const answer = await fetch(`${url}${route}`, init);
          const body = await answer.arrayBuffer();
          // An answer that has no body must be made without one.
          return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers: answer.headers });
        } catch (error) {
          if (tries === TRIES_MAX) throw error;
          await sleep(LOOK_EVERY_MS / 2);
        }
      }
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await looking;
    },
  };
}
