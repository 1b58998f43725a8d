export { type AssignmentRow, deleteAssignment, findAssignment, listAssignments, upsertAssignment } from "./assignment-queries.ts";
export { type AssignedChannel, assignedChannel, channelFileName, findPack } from "./channel-pack.ts";
export { readFeedFacts } from "./feed-facts.ts";
export {
  channelKeys,
  checkedRows,
  findingsOf,
  type IncludedRows,
  makeChannelFile,
  type MadeFile,
  openChannel,
  type OpenChannel,
  readIncludedRows,
  type RunRows,
} from "./make-channel-file.ts";
