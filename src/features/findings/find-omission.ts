import { writeFindings } from "../../engine/channels/shared-checks.ts";
import { findingsOf, type Omission, type OpenChannel, type RunRows } from "../channel-files/index.ts";
import { findTogether } from "./check-channel.ts";

/** Checks the rows for a channel that leaves out those with errors. Null: it sends them all. */
export async function findOmission(rows: RunRows, { pack, settings, input, files }: OpenChannel): Promise<Omission | null> {
  if (!settings.omit_rows_with_errors) return null;
  const { session, scratch, rowsFile, split } = rows;
  const checks = pack.checks(input);
  const sharedFile = scratch.file("findings.parquet");
  const channel = { checks, attributes: pack.attributes, input, files };
  const checked = await findTogether({ session, rowsFile, split, sharedFile }, [channel]);
  const placed = checked.flatMap((one) => one.placed);
  const findingsFile = scratch.file(findingsOf(pack.slug));
  await session.run(writeFindings(sharedFile, placed, { split }, findingsFile));
  return { findingsFile, nths: checks.flatMap(({ severity }, nth) => (severity === "error" ? [nth] : [])) };
}
