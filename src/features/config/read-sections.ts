import type { z } from "zod";
import { schemaFaults } from "../../engine/rules/schema-faults.ts";
import type { ErrorDetail } from "../../kernel/errors.ts";
import { members } from "../../kernel/unsafe.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { withoutNulls } from "../../kernel/without-nulls.ts";
import { ExtraColumnsChange } from "../columns/index.ts";
import { FeedSettingsChange, sameSettings, settingsToStore } from "../settings/index.ts";
import { readWrittenTests } from "../tests/index.ts";
import { WrittenConfig } from "./config-shapes.ts";
import { textOf } from "./definition.ts";

/** What a document says of one section: nothing where it leaves it out or gets it wrong. */
export interface ReadSection<T> {
  readonly value?: T;
  readonly faults: readonly ErrorDetail[];
}

/** A person fixes the first faults before reading more: a document's are not looked for any further, in any section. */
export const FAULTS_MAX = 100;

const KNOWN = new Set(Object.keys(WrittenConfig.shape));

/** Faults of the document around its sections. */
export function documentFaults(document: WrittenConfig): readonly ErrorDetail[] {
  const unknown = Object.keys(document).filter((name) => !KNOWN.has(name));
  const { object, feed_id: feedId, version } = document;
  const isVersion = version === undefined || (typeof version === "number" && Number.isSafeInteger(version) && version > 0);
  return [
    ...unknown.slice(0, FAULTS_MAX).map((name) => ({
      param: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      code: "unknown_param",
      message: `There is no such section. A document has ${[...KNOWN].join(", ")}.`,
    })),
    ...(object === undefined || object === "feed_config" ? [] : [wrong("/object", 'It must be "feed_config".')]),
    ...(feedId === undefined || typeof feedId === "string" ? [] : [wrong("/feed_id", "It is a feed's id, as in feed_12; leave it out.")]),
    ...(isVersion ? [] : [wrong("/version", "It is the number of a version, as in 12; leave it out.")]),
  ];
}

export function wrong(param: string, message: string): ErrorDetail {
  return { param, code: "invalid_param", message };
}

/** What stands for the settings in the feed's row, where they become others. */
export function readSettings(written: unknown, stored: Readonly<Record<string, unknown>>): ReadSection<Readonly<Record<string, unknown>>> {
  if (written === undefined) return { faults: [] };
  const parsed = FeedSettingsChange.safeParse(withoutNulls(FeedSettingsChange, written), PLAINLY);
  if (!parsed.success) return { faults: sectionFaults(parsed.error, "/settings") };
  const value = settingsToStore(parsed.data);
  return { value: sameSettings(value, stored) ? stored : value, faults: [] };
}

export function readExtraColumns(written: unknown): ReadSection<readonly string[]> {
  if (written === undefined) return { faults: [] };
  const parsed = ExtraColumnsChange.safeParse({ extra_columns: written }, PLAINLY);
  return parsed.success ? { value: parsed.data.extra_columns, faults: [] } : { faults: sectionFaults(parsed.error, "") };
}

/** What a schema says of a section, with pointers from the document's root. */
export function sectionFaults(error: z.ZodError, pointer: string): readonly ErrorDetail[] {
  return schemaFaults(error).map(({ at, code, message }) => ({
    param: `${pointer}${at}`,
    code,
    message: code === "unknown_param" ? "There is no such member." : message,
  }));
}

interface TestWork {
  readonly stored: readonly object[];
  /** The feed's extra columns as they are and as they would be. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A test that stays was right when it was written; it is at fault only if this very document takes away a column it names. */
export function readTests(written: unknown, { stored, before, after }: TestWork): ReadSection<readonly object[]> {
  if (written === undefined) return { faults: [] };
  const read = readWrittenTests(written, { extraColumns: after });
  if (read.tests.length === 0) return { value: [], faults: read.faults };
  const tests: readonly unknown[] = Array.isArray(written) ? written : [];
  const texts = new Set(stored.map(textOf));
  const isKept = (at: number): boolean => texts.has(textOf(tests[at]));
  const known = new Set(readWrittenTests(written, { extraColumns: before }).faults.map(({ param }) => param));
  return {
    value: read.tests.map((test, at) => (isKept(at) ? members(tests[at]) : test)),
    faults: read.faults.filter(({ param }) => !(known.has(param) && isKept(Number(param.split("/")[2])))),
  };
}
