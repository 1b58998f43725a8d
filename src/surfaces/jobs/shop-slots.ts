/** Work of some shop that was claimed, to be carried out. */
export interface ClaimedWork {
  readonly shopId: number;
  /** It begins without a slot, because it waits for a platform first. */
  readonly isAway?: boolean;
  /** A person asked for it: when it comes back, it gets a slot before scheduled work. */
  readonly isAsked?: boolean;
  readonly carryOut: (signal: AbortSignal, enter: EnterSlot) => Promise<void>;
}

/** Resolves once the work has a slot, which may be at once. Rejects with the signal's reason. */
export type EnterSlot = (signal: AbortSignal) => Promise<void>;

/** What there is room for. */
export interface Room {
  /** Shops that may have no further slot. */
  readonly barred: readonly number[];
  readonly slot: boolean;
  /** Whether more work may begin without a slot: not while as much is back and waits as there are slots, as it would only wait longer. */
  readonly away: boolean;
  /** Work that begins without a slot would find none when it comes back, as things are. */
  readonly isBusy: boolean;
}

export type ClaimNext = (room: Room) => Promise<ClaimedWork | undefined>;

/** Counts until it is freed. */
export interface HeldWork {
  readonly work: ClaimedWork;
  readonly enter: EnterSlot;
  free(): void;
}

/**
 * The slots of this process, shared out among shops: over all kinds of work a shop has all but one of them at most, so that work of another
 * shop begins while the first one's goes on for however long. Work that waits for its platform has no slot. Once it's back, it and newly claimed
 * work take turns for slots.
 */
export interface ShopSlots {
  /** One claim at a time. */
  claim(next: ClaimNext): Promise<HeldWork | undefined>;
  /** Nothing more is claimed, so every free slot goes to work that comes back. Resolves once a claim that is under way has ended. */
  finish(): Promise<void>;
}

export interface ShopSlotsOptions {
  readonly slots: number;
  /** How many pieces of work may be away, or back and waiting for a slot, at a time. */
  readonly away: number;
  /** Called when work that was away gets a slot, so another piece may begin away. */
  readonly roomAway: () => void;
}

export function openShopSlots(options: ShopSlotsOptions): ShopSlots {
  const table = openSlotTable(options);
  let last: Promise<unknown> = Promise.resolve();
  /** How many times a look for work has begun, and which of them last found nothing. */
  let looks = 0;
  let foundNone = 0;
  let finishing = false;

  const look = async (next: ClaimNext): Promise<HeldWork | undefined> => {
    const room = table.room();
    if (!room.slot && !room.away) return undefined;
    looks += 1;
    const nth = looks;
    table.keepOne(room.slot);
    try {
      const work = await next(room);
      if (work === undefined) foundNone = nth;
      return work && table.hold(work);
    } finally {
      table.keepOne(false);
    }
  };

  const claimAfter = async (earlier: Promise<unknown>, asked: number, next: ClaimNext): Promise<HeldWork | undefined> => {
    await earlier;
    try {
      // A look that began after this request and found nothing answers it, too.
      return finishing || foundNone > asked ? undefined : await look(next);
    } finally {
      table.admit();
    }
  };

  return {
    claim(next) {
      const claiming = claimAfter(last, looks, next);
      last = claiming.catch(() => undefined);
      return claiming;
    },
    async finish() {
      finishing = true;
      table.finish();
      await last;
    },
  };
}

interface SlotTable {
  room(): Room;
  /** Reserves a slot for what a claim in progress may find, or gives it back. */
  keepOne(kept: boolean): void;
  hold(work: ClaimedWork): HeldWork;
  /** Gives free slots to work that is back. */
  admit(): void;
  finish(): void;
}

function openSlotTable({ slots, away: awayMax, roomAway }: ShopSlotsOptions): SlotTable {
  const ofShopMax = Math.max(1, slots - 1);
  const queue = openReturnQueue();
  const working: number[] = [];
  let [away, kept] = [0, 0];
  /** Whether the last slot went to work that was back. If so, a claim goes next, if it finds anything. */
  let cameBack = false;
  let finishing = false;

  const isFree = (): boolean => working.length + kept < slots;
  const mayGoAway = (): boolean => away < awayMax && queue.size() < slots;
  const hasShare = (shopId: number, more = 0): boolean => working.filter((other) => other === shopId).length + more >= ofShopMax;
  // What a claim under way finds may be of the same shop.
  const nextBack = (): Returning | undefined => (isFree() ? queue.take((shopId) => !hasShare(shopId, kept)) : undefined);
  const admit = (): void => {
    for (let first = nextBack(); first !== undefined; first = nextBack()) {
      working.push(first.shopId);
      away -= 1;
      cameBack = true;
      first.admitted();
    }
  };

  return {
    room: () => ({
      barred: [...new Set(working)].filter((shopId) => hasShare(shopId)),
      slot: isFree(),
      away: mayGoAway(),
      isBusy: working.length + away >= slots,
    }),
    keepOne: (isKept) => void (kept = isKept ? 1 : 0),
    hold(work) {
      const { shopId, isAsked = false } = work;
      let isAway = work.isAway === true;
      if (isAway) away += 1;
      else working.push(shopId);
      if (!isAway) cameBack = false;
      return {
        work,
        async enter(signal) {
          if (!isAway) return;
          const back = queue.wait({ shopId, isAsked, admitted: () => void (isAway = false) }, signal);
          admit();
          await back;
          roomAway();
        },
        free() {
          if (isAway) away -= 1;
          else working.splice(working.indexOf(shopId), 1);
          if (!cameBack || finishing) admit();
        },
      };
    },
    admit,
    finish() {
      finishing = true;
      admit();
    },
  };
}

interface Returning {
  readonly shopId: number;
  readonly isAsked: boolean;
  readonly admitted: () => void;
}

/** Work that is back and waits for a slot: what people asked for first, then the rest, each in the order it came. */
interface ReturnQueue {
  size(): number;
  /** The first whose shop may have a slot; it waits no longer. */
  take(may: (shopId: number) => boolean): Returning | undefined;
  /** Waits at once. Resolves when it was admitted; rejects with the signal's reason. */
  wait(one: Returning, signal: AbortSignal): Promise<void>;
}

function openReturnQueue(): ReturnQueue {
  let waiting: readonly Returning[] = [];
  const leave = (one: Returning): void => void (waiting = waiting.filter((other) => other !== one));
  return {
    size: () => waiting.length,
    take(may) {
      const ready = waiting.filter(({ shopId }) => may(shopId));
      const first = ready.find(({ isAsked }) => isAsked) ?? ready[0];
      if (first !== undefined) leave(first);
      return first;
    },
    async wait({ admitted, ...asking }, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const one: Returning = { ...asking, admitted: () => resolve(admitted()) };
      const stop = (): void => {
        leave(one);
        reject(signal.reason);
      };
      signal.addEventListener("abort", stop);
      waiting = [...waiting, one];
      await promise.finally(() => signal.removeEventListener("abort", stop));
    },
  };
}
