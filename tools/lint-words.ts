import { bannedIn, WRITTEN_FOR_USERS } from "../test/architecture/banned-in.ts";
import { repositoryFiles } from "../test/architecture/repository-files.ts";

/** `npm run lint:words [path…]`: what the ban list finds in everything that users read, or in the files whose path begins so. */
function main(paths: readonly string[]): number {
  const files = repositoryFiles(WRITTEN_FOR_USERS).filter(
    ({ path }) => paths.length === 0 || paths.some((begin) => path.startsWith(begin)),
  );
  const found = files.flatMap(bannedIn);
  for (const line of found) process.stdout.write(`${line}\n`);
  process.stderr.write(`${found.length} in ${files.length} files\n`);
  return found.length === 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
