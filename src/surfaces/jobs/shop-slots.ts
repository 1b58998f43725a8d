/** Work of some shop that was claimed, to be carried out. */
export interface ClaimedWork {
  readonly shopId: number;
  readonly carryOut: (signal: AbortSignal) => Promise<void>;
}

/**
 * The slots of this process, shared out among shops: over all kinds of work a shop has all but one of them at most, so that work of another
 * shop begins while the first one's goes on for however long.
 */
export interface ShopSlots {
  /** One claim at a time; it is told the shops that may have no further slot. The work counts until it is freed. */
  claim(next: (barred: readonly number[]) => Promise<ClaimedWork | undefined>): Promise<ClaimedWork | undefined>;
  free(work: ClaimedWork): void;
}

export function openShopSlots(slots: number): ShopSlots {
  const ofShopMax = Math.max(1, slots - 1);
  const working: number[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const claimAfter = async (earlier: Promise<unknown>, next: (barred: readonly number[]) => Promise<ClaimedWork | undefined>) => {
    await earlier;
    const work = await next(barred());
    if (work !== undefined) working.push(work.shopId);
    return work;
  };

  const barred = (): readonly number[] =>
    [...new Set(working)].filter((shopId) => working.filter((other) => other === shopId).length >= ofShopMax);

  return {
    claim(next) {
      const claiming = claimAfter(last, next);
      last = claiming.catch(() => undefined);
      return claiming;
    },
    free: ({ shopId }) => void working.splice(working.indexOf(shopId), 1),
  };
}
