export { mayDownload } from "./may-download.ts";
export { type DownloadGrant, grantOf, DownloadUrlShape, readSignedDownload, signDownload } from "./signed-download.ts";
