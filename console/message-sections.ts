import { join } from "node:path";
import type { Plugin } from "vite";

const IMPORT = /^import \{ messages \} from "[./]*messages\/messages\.ts";$/m;
const USED = /\bmessages\.(\w+)/g;
/** In another way than as `messages.section`; a path may have the word too. */
const ALONE = /\bmessages\b(?![./]\w)/;

/**
 * Gives each page only the sections of the messages that it reads, so that the first page doesn't load the sentences of all the others. The sources
 * read `messages.rules` of one object, which the bundler would keep whole.
 */
export function messageSections(root: string): Plugin {
  const fileOf = (section: string): string => join(root, "src", "messages", "en", `${kebabCase(section)}.ts`);
  return {
    name: "feedwright-message-sections",
    enforce: "pre",
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !IMPORT.test(code)) return null;
      const body = code.replace(IMPORT, "");
      if (ALONE.test(body)) return null;
      const sections = new Set(Array.from(body.matchAll(USED), ([, section = ""]) => section));
      const imports = Array.from(sections, (name) => `import { ${name} as messages_${name} } from ${JSON.stringify(fileOf(name))};`);
      return { code: `${imports.join(" ")}\n${body.replaceAll(USED, "messages_$1")}`, map: null };
    },
  };
}

/** The file of a section: `platformIssues` is in `platform-issues.ts`. */
function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
