export { type Download, DownloadUrlShape, readSignedDownload, signDownload } from "./signed-download.ts";
