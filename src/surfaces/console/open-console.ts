import type { Logger } from "../../platform/telemetry/telemetry-port.ts";
import { builtConsole } from "./console-build.ts";
import { type ConsoleFiles, readConsole } from "./console-files.ts";
import type { ConsoleState } from "./console-routes.ts";

const FAILED = "The console couldn't be built. The log says why. The API works without it.";

/** Begins to build the console where it isn't built, and answers how far that is. A console that can't be built stops nothing else. */
export function openConsole(log: Logger): ConsoleState {
  let state: ConsoleFiles | string | undefined;
  builtConsole()
    .then(readConsole)
    .then((files) => {
      state = files;
    })
    .catch((error: unknown) => {
      log.error(
        { error: error instanceof Error ? error.message : String(error) },
        "The console couldn't be built. The API works without it.",
      );
      state = FAILED;
    });
  return () => state;
}
