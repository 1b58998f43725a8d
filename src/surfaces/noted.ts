import type { Clock } from "../kernel/clock.ts";

/** What a process keeps in mind for a while, so that it need not ask the database again. */
export interface Noted<Value> {
  note(name: string, value: Value, seconds: number): void;
  /** Undefined once its time is over. */
  get(name: string): { readonly value: Value; readonly secondsLeft: number } | undefined;
}

/** Past it the one noted longest ago is forgotten: then the database is asked. */
const NOTED_MAX = 10_000;

export function keepNoted<Value>(clock: Clock): Noted<Value> {
  const noted = new Map<string, { readonly value: Value; readonly untilMs: number }>();
  return {
    note(name, value, seconds) {
      noted.delete(name);
      noted.set(name, { value, untilMs: clock.now().getTime() + seconds * 1_000 });
      const [oldest] = noted.keys();
      if (noted.size > NOTED_MAX && oldest !== undefined) noted.delete(oldest);
    },
    get(name) {
      const found = noted.get(name);
      if (found === undefined) return undefined;
      const secondsLeft = Math.ceil((found.untilMs - clock.now().getTime()) / 1_000);
      if (secondsLeft > 0) return { value: found.value, secondsLeft };
      noted.delete(name);
      return undefined;
    },
  };
}
