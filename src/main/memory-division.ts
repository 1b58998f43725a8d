import type { MemoryDivision } from "../config-memory.ts";
import { memoryText } from "../kernel/memory-text.ts";
import type { ChildShare } from "../platform/warehouse/child-shares.ts";

/** Who may take how much of the budget, on one line. */
export function memoryDivision({ limitBytes, serviceBytes, postgresBytes, children }: MemoryDivision): string {
  const { job, preview, query, pattern } = children;
  const parts = [
    `service ${rounded(serviceBytes)}`,
    postgresBytes === null ? "PostgreSQL elsewhere" : `PostgreSQL ${rounded(postgresBytes)}`,
    `jobs ${several(job)}`,
    `previews ${several(preview)}`,
    `reads ${several(query)}`,
    `patterns ${several(pattern)}`,
  ];
  return `${memoryText(limitBytes)}: ${parts.join(", ")}; DuckDB itself ${memoryText(job.duckdbBytes)} in a job`;
}

const several = ({ children, shareBytes }: ChildShare): string => `${children} × ${rounded(shareBytes)}`;
const rounded = (bytes: number): string => memoryText(Math.ceil(bytes / 1e6) * 1e6);
