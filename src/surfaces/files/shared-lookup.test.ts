import { expect, test } from "vitest";
import { sharedLookup } from "./shared-lookup.ts";

/** A look-up that the test answers. */
function asked() {
  const lookups: { readonly url: string; readonly answer: (found: string) => void; readonly fail: (error: Error) => void }[] = [];
  const find = sharedLookup((token, fileName) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    lookups.push({ url: `${token}/${fileName}`, answer: resolve, fail: reject });
    return promise;
  });
  return { lookups, find };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("whoever asks while a look-up is under way shares the next one, which begins after they asked", async () => {
  const { lookups, find } = asked();
  const first = find("t", "a.txt");
  const [second, third] = [find("t", "a.txt"), find("t", "a.txt")];
  expect(lookups).toHaveLength(1);
  lookups[0]?.answer("old");
  expect(await first).toBe("old");
  await settled();
  expect(lookups).toHaveLength(2);
  const fourth = find("t", "a.txt");
  lookups[1]?.answer("new");
  expect(await Promise.all([second, third])).toEqual(["new", "new"]);
  await settled();
  lookups[2]?.answer("newest");
  expect(await fourth).toBe("newest");
  expect(lookups).toHaveLength(3);
});

test("look-ups of different URLs don't wait for each other", async () => {
  const { lookups, find } = asked();
  const all = [find("t", "a.txt"), find("t", "b.txt"), find("u", "a.txt")];
  expect(lookups.map(({ url }) => url)).toEqual(["t/a.txt", "t/b.txt", "u/a.txt"]);
  for (const { url, answer } of lookups) answer(url);
  expect(await Promise.all(all)).toEqual(["t/a.txt", "t/b.txt", "u/a.txt"]);
});

test("one that fails is asked again for those who came meanwhile, and later ones find none under way", async () => {
  const { lookups, find } = asked();
  const first = find("t", "a.txt");
  const second = find("t", "a.txt");
  lookups[0]?.fail(new Error("no database"));
  await expect(first).rejects.toThrow("no database");
  await settled();
  lookups[1]?.answer("found");
  expect(await second).toBe("found");
  await settled();
  const third = find("t", "a.txt");
  expect(lookups).toHaveLength(3);
  lookups[2]?.answer("again");
  expect(await third).toBe("again");
});
