import { openBucketStore } from "./bucket-store.ts";
import { localSettings } from "./bucket-under-test.ts";
import { putUntilKilled } from "./put-until-killed.ts";
import { silentLog } from "./silent-log.ts";

const [, , endpoint = "", root = ""] = process.argv;
await putUntilKilled(await openBucketStore({ settings: localSettings(endpoint), root, log: silentLog }));
