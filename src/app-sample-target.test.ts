import { expect, test } from "vitest";
import { sampleTarget } from "./app-sample-target.ts";
import type { Config } from "./config.ts";
import { branded } from "./kernel/unsafe.ts";

const servers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === "TCPServerWrap").length;

test("a service that is stopped while its sample shop's platform starts leaves no server behind", async () => {
  const before = servers();
  const stack = new AsyncDisposableStack();
  const target = sampleTarget(branded<Config>({ http: { filesUrl: "http://127.0.0.1:1" } }), stack);
  const asked = target();
  await stack.disposeAsync();
  await expect(asked).rejects.toThrow("The service is stopping.");
  expect(servers()).toBe(before);
});
