import { RequestError } from "../../kernel/errors.ts";

/** Throws `rate_limited` where the key has as many as it may; disposing gives the place back. */
export type EnterPlace = (keyId: number) => Disposable;

export interface Places {
  /** What takes one, in the plural: `subscriptions`. */
  readonly of: string;
  readonly ofKeyMax: number;
}

/** Answers that stay open until their client leaves: a few of each key, so that one key never has all of this process's. */
export function openPlaces({ of, ofKeyMax }: Places): EnterPlace {
  const taken = new Map<number, number>();
  return (keyId) => {
    const others = taken.get(keyId) ?? 0;
    if (others >= ofKeyMax) {
      const message = `A key can have at most ${ofKeyMax} open ${of}. Close one, then try again.`;
      throw new RequestError("rate_limited", { message, headers: { "retry-after": "5" } });
    }
    taken.set(keyId, others + 1);
    const leave = (): void => {
      const left = (taken.get(keyId) ?? 1) - 1;
      if (left === 0) taken.delete(keyId);
      else taken.set(keyId, left);
    };
    return { [Symbol.dispose]: leave };
  };
}
