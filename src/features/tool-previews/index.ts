export { claimPreview, issuePreview, settlePreview, TOKEN_BYTES, type Versions } from "./tool-preview.ts";
export { removeForgottenPreviews } from "./remove-forgotten-previews.ts";
