import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const IMPORT = /^import \{ messages \} from "[./]*messages\/messages\.ts";$/m;
const USED = /\bmessages\.(\w+)/g;
/** In another way than as `messages.section`; a path may have the word too. */
const ALONE = /\bmessages\b(?![./]\w)/;

/**
 * Gives each page the sections of the messages that it reads, as modules of their own, so that the first page doesn't load the sentences of all the
 * others. The sources have one file of messages, and `messages.rules` in them; the bundler would keep that file whole.
 */
export function messageSections(root: string): Plugin {
  const folder = join(root, "src", "messages");
  const source = join(folder, "en.ts");
  const pathOf = (section: string): string => join(folder, `en-${section}.ts`);
  const own = new Set<string>();
  return {
    name: "feedwright-message-sections",
    enforce: "pre",
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !IMPORT.test(code)) return null;
      const body = code.replace(IMPORT, "");
      if (ALONE.test(body)) return null;
      const sections = new Set(Array.from(body.matchAll(USED), ([, section = ""]) => section));
      const imports = Array.from(
        sections,
        (section) => `import { section as messages_${section} } from ${JSON.stringify(pathOf(section))};`,
      );
      for (const section of sections) own.add(pathOf(section));
      return { code: `${imports.join(" ")}\n${body.replaceAll(USED, "messages_$1")}`, map: null };
    },
    resolveId: (id) => (own.has(id) ? id : null),
    async load(id) {
      if (!own.has(id)) return null;
      this.addWatchFile(source);
      const text = await readFile(source, "utf8");
      const name = /en-(\w+)\.ts$/.exec(id)?.[1] ?? "";
      // As the formatter writes it: a section begins and ends with two spaces.
      const found = new RegExp(`^  ${name}: (\\{\\n[^]*?\\n  \\}),$`, "m").exec(text)?.[1];
      if (found === undefined) throw new Error(`${source} has no section ${name}`);
      const imports = text.slice(0, text.indexOf("\n/**"));
      return `${imports}\nexport const section = ${found} as const;\n`;
    },
  };
}
