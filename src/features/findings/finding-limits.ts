/** Mutes a feed may have, over all its channels: someone who wants more mutes the finding. So many row ids of a finding are kept at most. */
export const MUTES_MAX = 1_000;
