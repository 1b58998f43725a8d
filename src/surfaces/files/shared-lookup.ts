/**
 * One look-up of a URL at a time: whoever asks meanwhile shares the next one. That begins after all of them have asked, so nobody gets what was true
 * before. A feed that many clients fetch at once costs the database as much as one that few do.
 */
export function sharedLookup<T>(lookup: (token: string, fileName: string) => Promise<T>): (token: string, fileName: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();
  return (token, fileName) => {
    const url = `${token}/${fileName}`;
    const begin = (): Promise<T> => {
      const found = lookup(token, fileName);
      underWay.set(url, found);
      const end = (): void => {
        if (underWay.get(url) === found) underWay.delete(url);
      };
      found.then(end, end);
      return found;
    };
    const before = underWay.get(url);
    if (before === undefined) return begin();
    const shared =
      waiting.get(url) ??
      after(before).then(() => {
        waiting.delete(url);
        return begin();
      });
    waiting.set(url, shared);
    return shared;
  };
}

/** Resolves when it has ended, in whichever way. */
async function after(one: Promise<unknown>): Promise<void> {
  await one.catch(() => undefined);
}
