export { claimPreview, issuePreview, type PreviewedCall, settlePreview, type Versions } from "./tool-preview.ts";
export { removeForgottenPreviews } from "./remove-forgotten-previews.ts";
