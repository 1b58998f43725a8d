export { deleteAssignment, findAssignment, listAssignments, upsertAssignment } from "./assignment-queries.ts";
export { type AssignedChannel, assignedChannel, channelFileName, findPack } from "./channel-pack.ts";
export { readChannelInputs } from "./channel-inputs.ts";
export {
  channelKeys,
  findingsOf,
  type IncludedRows,
  makeChannelFile,
  type MadeFile,
  openChannel,
  type OpenChannel,
  readIncludedRows,
  type RunRows,
} from "./make-channel-file.ts";
export { type RenderedRow, renderRows } from "./render-rows.ts";
