/**
 * Does the first step of each one after another. The second follows by itself, while the next one's first step goes on. Answers in the order
 * given; if a step fails, that is told once everything that was begun has ended.
 */
export async function inTwoSteps<T, M, A>(
  all: readonly T[],
  first: (one: T) => Promise<M>,
  second: (made: M) => Promise<A>,
): Promise<readonly A[]> {
  const following: Promise<readonly PromiseSettledResult<A>[]>[] = [];
  try {
    for (const one of all) following.push(Promise.allSettled([second(await first(one))]));
  } finally {
    await Promise.all(following);
  }
  return (await Promise.all(following)).flat().map((ended) => {
    if (ended.status === "rejected") throw ended.reason;
    return ended.value;
  });
}
