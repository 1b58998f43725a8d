import chromium from "@sparticuz/chromium";

/** A program of its own, because the package unpacks into the folder for temporary files of its process. */
await chromium.executablePath();
