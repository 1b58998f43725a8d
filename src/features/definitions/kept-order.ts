/** The longest run of numbers that go up, as indexes: what can stay where it is while the rest moves around it. */
export function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** Of the runs found so far, by length: the index of the last number, the smallest there is. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [at, number] of numbers.entries()) {
    const length = ends.findIndex((end) => (numbers[end] ?? 0) >= number);
    const place = length === -1 ? ends.length : length;
    before.push(ends[place - 1]);
    ends[place] = at;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.add(at);
  return rise;
}
