import { builtConsole } from "../../src/surfaces/console/console-build.ts";

/** Built before the first services start: several of them at once would each build it. Where it can't be built, they say why. */
export async function setup(): Promise<void> {
  await builtConsole().catch(() => undefined);
}
