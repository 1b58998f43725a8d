export { type AssignmentRow, deleteAssignment, findAssignment, listAssignments, upsertAssignment } from "./assignment-queries.ts";
export { type AssignedChannel, assignedChannel, channelFileName, findPack, requirePack } from "./channel-pack.ts";
export { markCurrencyDue, markRegistrationsDue } from "./mark-registrations-due.ts";
export { readChannelInputs } from "./channel-inputs.ts";
export { readFeedFacts } from "./feed-facts.ts";
export {
  channelKeys,
  type FileBeside,
  fileBeside,
  findingsOf,
  type IncludedRows,
  type MadeFile,
  type Omission,
  openChannel,
  packFileOf,
  type OpenChannel,
  readIncludedRows,
  readLinkHosts,
  type RunRows,
  writeFileOf,
  type WrittenFile,
} from "./make-channel-file.ts";
export { type RenderedRow, renderRows } from "./render-rows.ts";
