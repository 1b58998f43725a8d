export { DownloadUrlShape, readSignedDownload, signDownload } from "./signed-download.ts";
