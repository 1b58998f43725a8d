import { closeSync, openSync, writeFileSync } from "node:fs";

/** A file that grows. Writing waits for the disk, so nothing piles up in memory however large the file becomes. */
export interface TextFile extends Disposable {
  write(text: string): void;
  bytes(): number;
}

/** Fewer, larger writes: a call a line would be most of the work. */
const PIECE_LENGTH = 1024 ** 2;

export function createTextFile(path: string): TextFile {
  const file = openSync(path, "w");
  let piece = "";
  let bytes = 0;
  const flush = (): void => {
    const encoded = Buffer.from(piece);
    writeFileSync(file, encoded);
    bytes += encoded.length;
    piece = "";
  };
  return {
    write(text) {
      piece += text;
      if (piece.length >= PIECE_LENGTH) flush();
    },
    bytes: () => bytes + Buffer.byteLength(piece),
    [Symbol.dispose]() {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
}
