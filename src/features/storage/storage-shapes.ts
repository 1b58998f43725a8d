import { z } from "zod";
import { STORAGE_KINDS, type StorageKind } from "./storage-kinds.ts";

const bytes = (description: string) => z.int().meta({ description, examples: [0] });

const BY_KIND = {
  versions: bytes("Versions of feed definitions."),
  lookup_tables: bytes("Lookup tables, each with its previous version."),
  stored_answers: bytes("Responses that are kept for 24 hours, to be sent again for the same `Idempotency-Key`."),
  snapshots: bytes("Snapshots of the catalog."),
  runs: bytes("Feed files, and other files that runs create."),
  exports: bytes("Uploaded exports."),
} as const satisfies Record<StorageKind, z.ZodInt>;

export const StorageShape = z
  .strictObject({
    used_bytes: bytes("Total of all kinds."),
    limit_bytes: z
      .int()
      .nullable()
      .meta({
        description:
          "A change, an extract or a run that would exceed the quota is refused with `storage_quota_exceeded`. Null means no limit.",
        examples: [50_000_000_000],
      }),
    by_kind: z.strictObject(BY_KIND),
  })
  .meta({ id: "ShopStorage", description: "Storage the shop uses, in bytes." });

interface Kept {
  readonly byKind: Partial<Record<StorageKind, number>>;
  readonly quotaBytes: number;
}

/** What was counted less than it is until the next recount is none. */
export function storageAnswer({ byKind, quotaBytes }: Kept): z.input<typeof StorageShape> {
  const of = (kind: StorageKind) => Math.max(0, byKind[kind] ?? 0);
  return {
    used_bytes: STORAGE_KINDS.reduce((total, kind) => total + of(kind), 0),
    limit_bytes: quotaBytes === 0 ? null : quotaBytes,
    by_kind: {
      versions: of("versions"),
      lookup_tables: of("lookup_tables"),
      stored_answers: of("stored_answers"),
      snapshots: of("snapshots"),
      runs: of("runs"),
      exports: of("exports"),
    },
  };
}
