/** Of them so many are written in one round of the event loop: a millisecond or two of work. */
const REFUSALS_A_ROUND = 16;

/** Refusals that cost nothing but time wait their turn, so that whoever is served goes between them however many come at once. */
export function openRounds(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const round = (): void => {
    for (const begin of waiting.splice(0, REFUSALS_A_ROUND)) begin();
    if (waiting.length > 0) setImmediate(round);
  };
  return async () =>
    new Promise((begin) => {
      waiting.push(begin);
      if (waiting.length === 1) setImmediate(round);
    });
}
