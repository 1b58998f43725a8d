import type { PublicFile } from "../../features/feeds/index.ts";
import { askedTogether } from "../../kernel/asked-together.ts";
import type { Clock } from "../../kernel/clock.ts";
import { keepNoted } from "../noted.ts";
import { lastKnown } from "./last-known.ts";

/** A client at a feed's address. */
export interface Stranger {
  /** Whether so many of its requests were refused that they need no longer be counted. */
  readonly isPastLimit: boolean;
  /** Counts a request without a credential. Throws `rate_limited`. */
  count(): Promise<unknown>;
}

export type FoundFile = PublicFile | "gone" | "held" | undefined;

interface Lookups {
  readonly findPublicFile: (token: string, fileName: string) => Promise<FoundFile>;
  /** Whether a token is that of a shop, whatever files it has. */
  readonly tokenExists: (token: string) => Promise<boolean>;
  readonly clock: Clock;
}

const wasPublishedBefore = (found: FoundFile, known: FoundFile): boolean =>
  typeof found === "object" && typeof known === "object" && found.publishedAt < known.publishedAt;

/** How long a token that nobody has is not looked up again: a shop that another process has just made is found within it. */
const UNKNOWN_SECONDS = 3;

/**
 * The file at a feed's address. The token is the credential: whoever has none that exists is counted as a stranger, and refused past the limit.
 * Whoever has one gets the file whatever others at the same address do, because channels and agencies share addresses.
 */
export function feedFileFinder({ findPublicFile, tokenExists, clock }: Lookups) {
  const find = lastKnown(oneAtATime(findPublicFile), wasPublishedBefore);
  const unknown = keepNoted<true>(clock);
  /** Where the database cannot be asked, the look-up of the file knows what was served before. */
  const mayExist = async (token: string): Promise<boolean> => tokenExists(token).catch(() => true);
  return async (stranger: Stranger, token: string, fileName: string): Promise<FoundFile> => {
    const isUnknown = unknown.get(token) !== undefined;
    if (!isUnknown && (!stranger.isPastLimit || (await mayExist(token)))) {
      const found = await find(token, fileName);
      if (found !== undefined || (await mayExist(token))) return found;
    }
    if (!isUnknown) unknown.note(token, true, UNKNOWN_SECONDS);
    await stranger.count();
    return undefined;
  };
}

/** A feed that many clients fetch at once costs the database as much as one that few do. */
function oneAtATime(findPublicFile: Lookups["findPublicFile"]): Lookups["findPublicFile"] {
  const find = askedTogether<readonly [token: string, fileName: string], FoundFile>({
    laneOf: (address) => address.join("/"),
    async answer(asked) {
      const [[token, fileName] = ["", ""]] = asked;
      const found = await findPublicFile(token, fileName);
      return asked.map(() => found);
    },
  });
  return (token, fileName) => find([token, fileName]);
}
