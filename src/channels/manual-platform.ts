import type { ChannelPlatform } from "./platform-port.ts";
import { refused } from "./platform-verdict.ts";

/** A channel without an API that could be called: `instead` says how its feed is registered by hand. */
export function defineManualPlatform(displayName: string, instead: string): ChannelPlatform {
  const verb = { instead };
  return Object.freeze({
    connecting: {
      authorize: verb,
      codeParameter: "code",
      exchange: verb,
      credentials: verb,
      accept: verb,
      refresh: verb,
      refreshBeforeMs: 0,
      scopes: [],
      revoke: verb,
    },
    mode: "fetch",
    manners: { sign: () => ({}), judge: () => refused(displayName, "refused", { code: null, message: "" }) },
    accounts: verb,
    listDatafeeds: verb,
    targetOf: () => "",
    createDatafeed: verb,
    updateDatafeed: verb,
    deleteDatafeed: verb,
    fetchNow: verb,
    fetchEveryMs: 0,
    latestProcessing: verb,
    itemStatuses: verb,
    pushLimits: { rowsMax: 1, bytesMax: 1 },
    push: verb,
    pushed: verb,
    findingCodeOf: () => null,
  });
}
