import { describe, expect, test } from "vitest";
import { RequestError } from "../../kernel/errors.ts";
import { storedId } from "../../kernel/ids.ts";
import { type Asker, openFairQueue } from "./fair-queue.ts";

const [A, B, C] = [storedId("shop", 1), storedId("shop", 2), storedId("shop", 3)];

interface Opened {
  readonly places: number;
  readonly waitingMax?: number;
  readonly waitingOfShopMax?: number;
  readonly waitMs?: number;
}

/** A queue, with what came of each entry in the order in which it did. */
function open({ places, waitingMax = 100, waitingOfShopMax = 50, waitMs = 60_000 }: Opened) {
  const queue = openFairQueue(places, { what: "tests", waitingMax, waitingOfShopMax, waitMs });
  const log: string[] = [];
  const leaving = new Map<string, () => void>();
  const enter = (asker: Asker, name: string, signal?: AbortSignal): Promise<void> =>
    queue.enter(asker, signal).then(
      (leave) => {
        log.push(name);
        leaving.set(name, leave);
      },
      (reason: unknown) => void log.push(`${name}: ${reason instanceof RequestError ? reason.code : String(reason)}`),
    );
  const settled = async (): Promise<readonly string[]> => {
    await new Promise(setImmediate);
    return log.splice(0);
  };
  return { queue, enter, settled, leave: (name: string) => leaving.get(name)?.() };
}

describe("places shared among shops", () => {
  test("a shop that is alone takes all places but one, and a stranger the last at once", async () => {
    const { enter, settled, queue } = open({ places: 3 });
    for (const name of ["a1", "a2", "a3", "a4"]) void enter(A, name);
    expect(await settled()).toEqual(["a1", "a2"]);
    void enter(B, "b1");
    expect(await settled()).toEqual(["b1"]);
    expect(queue.waiting()).toBe(2);
  });

  test("one place alone goes round among the shops that wait, however many of one wait before the others came", async () => {
    const { enter, settled, leave } = open({ places: 1 });
    for (const name of ["a1", "a2", "a3", "a4"]) void enter(A, name);
    for (const name of ["b1", "b2"]) void enter(B, name);
    void enter(C, "c1");
    const served: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      const [name = ""] = await settled();
      served.push(name);
      leave(name);
    }
    expect(served).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  test("a shop that has a place gets no other before a shop that has none", async () => {
    const { enter, settled, leave } = open({ places: 3 });
    for (const name of ["a1", "a2", "a3"]) void enter(A, name);
    void enter(B, "b1");
    void enter(B, "b2");
    void enter(C, "c1");
    expect(await settled()).toEqual(["a1", "a2", "b1"]);
    leave("a1");
    expect(await settled()).toEqual(["c1"]);
  });

  test("shops that have as many places take turns, the one served longest ago first", async () => {
    const { enter, settled, leave } = open({ places: 2 });
    for (const name of ["a1", "a2", "a3"]) void enter(A, name);
    for (const name of ["b1", "b2"]) void enter(B, name);
    expect(await settled()).toEqual(["a1", "b1"]);
    leave("b1");
    expect(await settled()).toEqual(["b2"]);
    leave("a1");
    expect(await settled()).toEqual(["a2"]);
  });

  test("the installation's own work is an asker of its own", async () => {
    const { enter, settled } = open({ places: 2 });
    void enter(A, "a1");
    void enter(null, "own");
    expect(await settled()).toEqual(["a1", "own"]);
  });
});

describe("who has to wait", () => {
  test("is turned away past the shop's bound, while another shop may still wait", async () => {
    const { enter, settled } = open({ places: 1, waitingOfShopMax: 2 });
    for (const name of ["a1", "a2", "a3", "a4"]) void enter(A, name);
    void enter(B, "b1");
    expect((await settled()).toSorted()).toEqual(["a1", "a4: rate_limited"]);
  });

  test("is turned away past the bound of all", async () => {
    const { enter, settled } = open({ places: 1, waitingMax: 2 });
    for (const name of ["a1", "a2"]) void enter(A, name);
    void enter(B, "b1");
    void enter(C, "c1");
    expect((await settled()).toSorted()).toEqual(["a1", "c1: unavailable"]);
  });

  test("leaves the queue when the signal fires, and takes nobody's turn", async () => {
    const { enter, settled, leave, queue } = open({ places: 1 });
    const stop = new AbortController();
    void enter(A, "a1");
    void enter(A, "a2", stop.signal);
    void enter(B, "b1");
    expect(await settled()).toEqual(["a1"]);
    stop.abort(new Error("stopped"));
    expect(await settled()).toEqual(["a2: Error: stopped"]);
    leave("a1");
    expect(await settled()).toEqual(["b1"]);
    expect(queue.waiting()).toBe(0);
  });

  test("is turned away by a closed queue, and so is whoever comes later", async () => {
    const { enter, settled, queue } = open({ places: 1 });
    void enter(A, "a1");
    void enter(A, "a2");
    expect(await settled()).toEqual(["a1"]);
    queue.close(new Error("closed"));
    void enter(B, "b1");
    expect((await settled()).toSorted()).toEqual(["a2: Error: closed", "b1: Error: closed"]);
  });

  test("is told so when the turn does not come in time, and takes nobody's turn", async () => {
    const { enter, settled, leave, queue } = open({ places: 1, waitMs: 20 });
    void enter(A, "a1");
    await enter(B, "b1");
    expect(await settled()).toEqual(["a1", "b1: unavailable"]);
    leave("a1");
    expect(queue.waiting()).toBe(0);
    void enter(C, "c1");
    expect(await settled()).toEqual(["c1"]);
  });

  test("with a signal that has fired never enters", async () => {
    const { enter, settled } = open({ places: 1 });
    void enter(A, "a1", AbortSignal.abort(new Error("late")));
    expect(await settled()).toEqual(["a1: Error: late"]);
  });
});
