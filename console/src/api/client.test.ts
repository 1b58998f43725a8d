import { afterEach, expect, test, vi } from "vitest";
import { call } from "./client.ts";
import { NetworkError } from "./errors.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const brokenOff = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data": ['));
      controller.error(new TypeError("network error"));
    },
  });

test.each([
  ["breaks off", () => new Response(brokenOff()), "Feedwright can't be reached."],
  ["is another one's, such as a network's sign-in page", () => new Response("<html>"), "Something else answered in Feedwright's place"],
])("an answer that %s is said as what it is, and worth asking for again", async (_, answer, said) => {
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
  const asked = call("feeds.list", {});
  await expect(asked).rejects.toThrow(said);
  await expect(asked).rejects.toBeInstanceOf(NetworkError);
});
