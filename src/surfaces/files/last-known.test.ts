import { describe, expect, test } from "vitest";
import { lastKnown } from "./last-known.ts";

/** A lookup whose next answer the test sets; an `Error` is thrown. */
function lookup() {
  const state: { next: unknown } = { next: undefined };
  const find = lastKnown(async () => {
    if (state.next instanceof Error) throw state.next;
    return state.next;
  });
  return { state, find };
}

describe("a lookup that remembers", () => {
  test("answers what it answered last while the lookup fails, and the new thing when it works again", async () => {
    const { state, find } = lookup();
    state.next = "one";
    await find("token", "a.txt");
    state.next = "two";
    await find("token", "a.txt");
    state.next = new Error("no database");
    expect(await find("token", "a.txt")).toBe("two");
    state.next = "three";
    expect(await find("token", "a.txt")).toBe("three");
  });

  test("remembers the newest of what lookups at the same time found, whichever ends last", async () => {
    const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    let asked = 0;
    const find = lastKnown(
      () => answers[asked++]?.promise ?? Promise.reject(new Error("no database")),
      (found, known) => found < known,
    );
    const [early, late] = [find("token", "a.txt"), find("token", "a.txt")];
    answers[1]?.resolve(2);
    expect(await late).toBe(2);
    answers[0]?.resolve(1);
    expect(await early).toBe(1);
    expect(await find("token", "a.txt")).toBe(2);
  });

  test("fails for a URL it has never answered", async () => {
    const { state, find } = lookup();
    state.next = "one";
    await find("token", "a.txt");
    state.next = new Error("no database");
    await expect(find("token", "b.txt")).rejects.toThrow("no database");
    await expect(find("other", "a.txt")).rejects.toThrow("no database");
  });

  test("forgets what is no longer there", async () => {
    const { state, find } = lookup();
    state.next = "one";
    await find("token", "a.txt");
    state.next = undefined;
    expect(await find("token", "a.txt")).toBeUndefined();
    state.next = new Error("no database");
    await expect(find("token", "a.txt")).rejects.toThrow("no database");
  });

  test("remembers 10,000 URLs and forgets the one asked for longest ago", async () => {
    const { state, find } = lookup();
    state.next = "a file";
    await find("token", "first");
    for (let at = 0; at < 9_999; at += 1) await find("token", String(at));
    await find("token", "first");
    await find("token", "one more");
    state.next = new Error("no database");
    expect(await find("token", "first")).toBe("a file");
    await expect(find("token", "0")).rejects.toThrow("no database");
  });
});
