import { builtConsole } from "../surfaces/console/console-build.ts";

/** Builds the console ahead of the first start, for an image whose files can't change later. */
process.stdout.write(`The console is built in ${await builtConsole()}.\n`);
