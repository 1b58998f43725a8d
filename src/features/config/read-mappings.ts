import { pointed } from "../../engine/rules/schema-faults.ts";
import { type EffectiveMappings, isMappable, readMappings, storedMappings, WrittenMappings } from "../columns/index.ts";
import type { SourceColumns } from "../metafields/index.ts";
import type { LookupTable } from "../lookups/index.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import type { Definition } from "./definition.ts";
import { type ReadSection, sectionFaults } from "./read-sections.ts";

type Mappings = Definition["mappings"];

interface MappingWork {
  /** As they are stored now, and which columns the feed has now. */
  readonly stored: Mappings;
  readonly hadColumns: ReadonlySet<string>;
  /** Of the feed as it would be. */
  readonly effective: EffectiveMappings;
  readonly columns: SourceColumns;
  readonly tables: readonly LookupTable[];
}

export interface ReadMappings extends ReadSection<Mappings> {
  /** Those that are new or changed, for their regular expressions to be judged. */
  readonly changed: ReadonlyMap<string, string | null | undefined>;
}

/**
 * What stays as it is stored was right when it was written, and is kept even where it has come to be the default or reads what is
 * gone; unless this very document takes its column away.
 */
export function readConfigMappings(written: unknown, { stored, hadColumns, ...scope }: MappingWork): ReadMappings {
  if (written === undefined) return { faults: [], changed: new Map() };
  const parsed = WrittenMappings.safeParse(written, PLAINLY);
  if (!parsed.success) return { faults: sectionFaults(parsed.error, "/mappings"), changed: new Map() };
  const isKept = ([name, value]: readonly [string, string | null]): boolean =>
    Object.hasOwn(stored, name) && stored[name] === value && (isMappable(name, scope.effective) || !hadColumns.has(name));
  const entries = Object.entries(parsed.data);
  const read = readMappings(Object.fromEntries(entries.filter((entry) => !isKept(entry))), scope);
  return {
    value: storedMappings(new Map([...entries.filter(isKept), ...read.stored])),
    faults: read.faults.map((fault) => (isOfTarget(fault) ? withAdvice(fault, hadColumns) : fault)),
    changed: read.stored,
  };
}

type Fault = ReadSection<Mappings>["faults"][number];

/** An expression that names a feed column is at fault at a place of its text. */
function isOfTarget({ code, line }: Fault): boolean {
  return code === "unknown_feed_column" && line === undefined;
}

function withAdvice(fault: Fault, hadColumns: ReadonlySet<string>): Fault {
  const taken = [...hadColumns].find((name) => fault.param === `/mappings/${pointed(name)}`);
  return taken === undefined ? fault : { ...fault, message: `${fault.message} Name it in \`extra_columns\`, or leave its mapping out.` };
}
