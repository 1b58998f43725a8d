import { BANNED_WORDS } from "./banned-words.ts";
import type { SourceFile } from "./import-graph.ts";
import { readableText } from "./readable-text.ts";

/** What users read: the guides and references, the API's description, and the sentences in the source: errors, commands' help, operations. The sample shop's products are data. */
export const WRITTEN_FOR_USERS =
  /^(?:README|CHANGELOG|CONTRIBUTING|ARCHITECTURE)\.md$|^docs\/(?:guide|reference)\/.*\.(?:md|json)$|^src\/(?!storefronts\/sample\/words\/|.*\.(?:test|suite)\.ts$).*\.ts$/;

const SENTENCE = /(?<=[.!?]["')]?)\s+/;

/** A pattern sees one sentence at a time. One line for each banned word: where it is, the sentence it is in, and what to write instead. */
export function bannedIn(file: SourceFile): readonly string[] {
  return readableText(file).flatMap(({ line, text }) =>
    text
      .split(SENTENCE)
      .flatMap((sentence) =>
        BANNED_WORDS.filter(({ pattern, unless }) => pattern.test(sentence) && unless?.test(sentence) !== true).map(
          ({ pattern, instead }) =>
            `${file.path}:${line} ${String(pattern.exec(sentence)?.[0]).trim()}: write ${instead}. In: ${sentence.replaceAll(/\s+/g, " ").trim()}`,
        ),
      ),
  );
}
