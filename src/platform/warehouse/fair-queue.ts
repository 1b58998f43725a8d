import type { ShopId } from "../../kernel/ids.ts";
import { type Patience, tooManyWaiting, waitedTooLong } from "./patience.ts";

/**
 * Shares a fixed number of places out among shops. A free place goes to the waiting shop that has the fewest, and of several to the one
 * that was served longest ago; so a shop with a place gets no other before one that has none. However alone it is, a shop never has all
 * places: with the last one free, a stranger need not wait until its work is done.
 */
export interface FairQueue {
  /** Resolves with the function that frees the place, to be called once; rejects with the signal's reason, or an answer where too many wait, or too long. */
  enter(asker: Asker, signal?: AbortSignal): Promise<() => void>;
  /** Turns away everybody who waits, and whoever comes later. */
  close(reason: Error): void;
  /** How many wait. */
  waiting(): number;
}

/** Whose work it is; null: the installation's own. */
export type Asker = ShopId | null;

interface Waiting {
  readonly admit: () => void;
  readonly turnAway: (reason: unknown) => void;
}

/** A shop that has a place or waits for one. */
interface Turn {
  held: number;
  /** Which of all admissions its last one was. */
  served: number;
  waiting: readonly Waiting[];
}

/** Without a patience any number waits for any time. */
export function openFairQueue(places: number, patience?: Patience): FairQueue {
  const turns = openTurns(places);
  let closed: Error | undefined;

  const requireOpen = (): void => {
    if (closed !== undefined) throw closed;
  };

  const requireRoom = (turn: Turn): void => {
    if (patience === undefined || turns.hasRoom(turn)) return;
    if (turn.waiting.length >= patience.waitingOfShopMax) throw tooManyWaiting("shop", patience);
    if (turns.waiting() >= patience.waitingMax) throw tooManyWaiting("all", patience);
  };

  return {
    async enter(asker, signal) {
      signal?.throwIfAborted();
      requireOpen();
      const turn = turns.of(asker);
      try {
        requireRoom(turn);
        await waitForTurn(turns, turn, { signal, patience });
      } catch (reason) {
        turns.forget(asker);
        throw reason;
      }
      const leave = (): void => {
        turns.leave(turn);
        turns.forget(asker);
      };
      // Closed between the admission and now.
      if (closed !== undefined) leave();
      requireOpen();
      return leave;
    },
    close(reason) {
      closed = reason;
      for (const one of turns.takeWaiting()) one.turnAway(reason);
    },
    waiting: () => turns.waiting(),
  };
}

interface Waited {
  readonly signal: AbortSignal | undefined;
  readonly patience: Patience | undefined;
}

function waitForTurn(turns: Turns, turn: Turn, { signal, patience }: Waited): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (reason: unknown): void => {
      turn.waiting = turn.waiting.filter((other) => other !== one);
      one.turnAway(reason);
    };
    const stopped = (): void => giveUp(signal?.reason);
    const late = patience && setTimeout(() => giveUp(waitedTooLong(patience)), patience.waitMs);
    const settle = (end: () => void): void => {
      clearTimeout(late);
      signal?.removeEventListener("abort", stopped);
      end();
    };
    const one: Waiting = { admit: () => settle(resolve), turnAway: (reason) => settle(() => reject(reason)) };
    signal?.addEventListener("abort", stopped);
    turn.waiting = [...turn.waiting, one];
    turns.admit();
  });
}

interface Turns {
  of(asker: Asker): Turn;
  /** Whether the shop may have one of the places that are free. */
  hasRoom(turn: Turn): boolean;
  /** Gives the free places to those that wait. */
  admit(): void;
  leave(turn: Turn): void;
  /** A shop that neither has a place nor waits is a stranger again. */
  forget(asker: Asker): void;
  waiting(): number;
  takeWaiting(): readonly Waiting[];
}

function openTurns(places: number): Turns {
  const ofShopMax = Math.max(1, places - 1);
  const turns = new Map<Asker, Turn>();
  let free = places;
  let admissions = 0;

  const next = (): Turn | undefined =>
    [...turns.values()]
      .filter((turn) => turn.waiting.length > 0 && turn.held < ofShopMax)
      .toSorted((a, b) => a.held - b.held || a.served - b.served)[0];

  const admit = (): void => {
    for (let turn = next(); free > 0 && turn !== undefined; turn = next()) {
      const [first, ...others] = turn.waiting;
      free -= 1;
      admissions += 1;
      Object.assign(turn, { held: turn.held + 1, served: admissions, waiting: others });
      first?.admit();
    }
  };

  return {
    of(asker) {
      const turn = turns.get(asker) ?? { held: 0, served: 0, waiting: [] };
      turns.set(asker, turn);
      return turn;
    },
    hasRoom: (turn) => free > 0 && turn.held < ofShopMax,
    admit,
    leave(turn) {
      free += 1;
      turn.held -= 1;
      admit();
    },
    forget(asker) {
      const turn = turns.get(asker);
      if (turn?.held === 0 && turn.waiting.length === 0) turns.delete(asker);
    },
    waiting: () => [...turns.values()].reduce((sum, turn) => sum + turn.waiting.length, 0),
    takeWaiting: () =>
      [...turns.values()].flatMap((turn) => {
        const { waiting } = turn;
        turn.waiting = [];
        return waiting;
      }),
  };
}
