/** What a shop keeps that can grow: `storage_usage` counts each kind by itself. */
export const STORAGE_KINDS = ["versions", "lookup_tables", "stored_answers", "snapshots", "runs", "exports"] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

/** Kept as objects alone, so that no row knows their bytes. */
export const OBJECT_KINDS = ["snapshots", "runs", "exports"] as const satisfies readonly StorageKind[];
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** By folder of `shops/<n>/`. What platforms were sent belongs to the runs it came from. Lookup tables are objects too, and their rows say how large. */
const FOLDERS: Readonly<Record<string, ObjectKind>> = { extracts: "snapshots", runs: "runs", pushes: "runs", exports: "exports" };

export interface ObjectPlace {
  readonly shopId: number;
  readonly kind: ObjectKind;
}

/** Whose object it is by its key, or by a prefix of keys; undefined where no shop's count is concerned. */
export function objectPlace(key: string): ObjectPlace | undefined {
  const [, shop = "", folder = ""] = /^shops\/([0-9]{1,15})\/([a-z]+)\//.exec(key) ?? [];
  const kind = FOLDERS[folder];
  return kind === undefined ? undefined : { shopId: Number(shop), kind };
}
