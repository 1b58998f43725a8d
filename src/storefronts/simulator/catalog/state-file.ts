import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { PlainError } from "../../../kernel/errors.ts";
import { parseJson } from "../../../kernel/unsafe.ts";
import type { CatalogDifferences } from "./differences.ts";
import { ProductChange } from "./product-change.ts";
import { TitleChanges } from "./titled-objects.ts";

/** What was changed in the shop, over restarts. */
const StoredDifferences = z.object({
  added: z.array(z.object({ number: z.int(), at: z.string() })),
  changed: z.array(z.object({ number: z.int(), at: z.string(), change: ProductChange })),
  deleted: z.array(z.int()),
  collections: z.optional(TitleChanges),
  metaobjects: z.optional(TitleChanges),
});

export interface StateFile {
  readonly differences: CatalogDifferences | undefined;
  /** Keeps them; several calls at once become one write. */
  save(differences: () => CatalogDifferences): void;
  /** Waits for what is being written. */
  saved(): Promise<void>;
}

export async function openStateFile(file: string | undefined): Promise<StateFile> {
  if (file === undefined) return { differences: undefined, save: () => undefined, saved: () => Promise.resolve() };
  const differences = await stored(file);
  let writing: Promise<void> = Promise.resolve();
  let isWaiting = false;
  return {
    differences,
    save: (current) => {
      if (isWaiting) return;
      isWaiting = true;
      writing = writing.then(() => {
        isWaiting = false;
        return replaced(file, JSON.stringify(current()));
      });
    },
    saved: () => writing,
  };
}

/** Written beside and moved there, so that a crash leaves the old state or the new one. */
async function replaced(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

async function stored(file: string): Promise<CatalogDifferences | undefined> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return StoredDifferences.parse(parseJson(text));
  } catch {
    throw new PlainError("simulator_state_invalid", `${file} isn't the state of a simulated shop. Remove it, or name another file.`);
  }
}
