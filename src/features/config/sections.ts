import { targetSection } from "../additional-feeds/index.ts";
import { cellsSection } from "../cells/index.ts";
import { channelsSection } from "../channels/index.ts";
import { mappingsSection } from "../columns/index.ts";
import type { DocumentSection } from "../definitions/index.ts";
import { extraColumnsSection } from "../extra-columns/index.ts";
import { rulesSection } from "../rules/index.ts";
import { selectionSection } from "../selection/index.ts";
import { settingsSection } from "../settings/index.ts";
import { testsSection } from "../tests/index.ts";
import { branded } from "../../kernel/unsafe.ts";

/** Every section of a feed's definition, in the order of documents and plans. */
export const SECTIONS = Object.freeze({
  settings: settingsSection,
  mappings: mappingsSection,
  extra_columns: extraColumnsSection,
  rules: rulesSection,
  cells: cellsSection,
  tests: testsSection,
  selection: selectionSection,
  channels: channelsSection,
  target: targetSection,
});

type Sections = typeof SECTIONS;
type Documented = { [N in keyof Sections as Sections[N] extends { readonly kept: "document" } ? N : never]: Sections[N] };

/** Those that documents and versions hold. */
export const DOCUMENT_SECTIONS: readonly DocumentSection<unknown>[] = Object.values(SECTIONS).filter(
  (section): section is Documented[keyof Documented] => section.kept === "document",
);

/** How a document shows each of them. */
export const SECTION_SHAPES = branded<{ readonly [N in keyof Documented]: Documented[N]["shape"] }>(
  Object.fromEntries(DOCUMENT_SECTIONS.map(({ name, shape }) => [name, shape])),
);

/** What one of a section's parts is called: `mapping`. */
export function partOf(section: string): string {
  return DOCUMENT_SECTIONS.find(({ name }) => name === section)?.parts[0] ?? section;
}
