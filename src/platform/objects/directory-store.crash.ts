import { silentLog } from "./silent-log.ts";
import { openDirectoryStore } from "./directory-store.ts";
import { putUntilKilled } from "./put-until-killed.ts";

await putUntilKilled(await openDirectoryStore({ root: process.argv[2] ?? "", log: silentLog }));
