import { expect, test } from "vitest";
import { type CoresOfSession, openCores, type SessionCores } from "./session-cores.ts";

const MOST = 3;

interface HeardSession extends CoresOfSession {
  /** What it has been told last. */
  readonly threads: () => number;
}

function openSession(cores: SessionCores, most = MOST): HeardSession {
  let threads = most;
  const session = cores.ofSession(most, (allowed) => (threads = allowed));
  return { ...session, threads: () => threads, [Symbol.dispose]: () => session[Symbol.dispose]() };
}

type Begin = (work: () => Promise<void>) => Promise<void>;

/** Work that ends when it is told to. */
function begun(begin: Begin): () => Promise<void> {
  const ended = Promise.withResolvers<void>();
  const done = begin(() => ended.promise);
  return async () => {
    ended.resolve();
    await done;
  };
}

test("what is under way elsewhere takes a core each from the threads of a session, which keeps one", async () => {
  const cores = openCores();
  const [one, two, three, narrow] = [openSession(cores), openSession(cores), openSession(cores), openSession(cores, 1)];
  const threads = () => [one, two, three, narrow].map((session) => session.threads());
  expect(threads()).toEqual([3, 3, 3, 1]);
  const first = begun(one.statements);
  expect(threads()).toEqual([3, 2, 2, 1]);
  const second = begun(two.statements);
  expect(threads()).toEqual([2, 2, 1, 1]);
  const third = begun(three.statements);
  expect(threads()).toEqual([1, 1, 1, 1]);
  await first();
  expect(threads()).toEqual([1, 2, 2, 1]);
  const pack = begun(two.beside);
  expect(threads()).toEqual([1, 1, 1, 1]);
  for (const end of [second, pack, third]) await end();
  expect(threads()).toEqual([3, 3, 3, 1]);
});

test("statements of a session that wait for each other take one core together, until the last has ended or failed", async () => {
  const cores = openCores();
  const [one, other] = [openSession(cores), openSession(cores)];
  const [first, second] = [begun(one.statements), begun(one.statements)];
  expect([one.threads(), other.threads()]).toEqual([3, 2]);
  await first();
  expect(other.threads()).toBe(2);
  await second();
  expect(other.threads()).toBe(3);
  const refused = one.statements(async () => {
    throw new Error("refused");
  });
  expect(other.threads()).toBe(2);
  await expect(refused).rejects.toThrow("refused");
  expect(other.threads()).toBe(3);
});

test("a session that begins beside others hears at once what they leave it, and one that has ended hears nothing more", async () => {
  const cores = openCores();
  const end = begun(openSession(cores).statements);
  const [late, ended] = [openSession(cores), openSession(cores)];
  expect([late.threads(), ended.threads()]).toEqual([2, 2]);
  ended[Symbol.dispose]();
  await end();
  expect([late.threads(), ended.threads()]).toEqual([3, 2]);
});
