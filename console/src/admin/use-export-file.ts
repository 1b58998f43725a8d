import { useRef, useState } from "react";
import { messages } from "../messages/messages.ts";
import { type FileKind, kindOfFile } from "./file-kind.ts";

const words = messages.admin;
/** As much as the API takes of an export that is sent with its shop. */
const BYTES_MAX = 10 * 1024 * 1024;

interface ExportFile {
  readonly chosen: File | undefined;
  /** The file, once it's known that it may be an export. */
  readonly usable: File | undefined;
  readonly fault: string | undefined;
  readonly choose: (file: File | undefined) => void;
}

/** The export that a person chose, looked at before anything is sent. */
export function useExportFile(): ExportFile {
  const [chosen, setChosen] = useState<File | undefined>();
  const [looked, setLooked] = useState<{ readonly at: File; readonly kind: FileKind | undefined } | undefined>();
  const latest = useRef(chosen);
  const choose = (file: File | undefined) => {
    latest.current = file;
    setChosen(file);
    setLooked(undefined);
    if (file === undefined) return;
    void kindOfFile(file).then((kind) => {
      if (latest.current === file) setLooked({ at: file, kind });
    });
  };
  const fault = chosen === undefined ? undefined : faultOf(chosen, looked?.kind);
  return { chosen, usable: fault === undefined ? looked?.at : undefined, fault, choose };
}

function faultOf(file: File, kind: FileKind | undefined): string | undefined {
  if (file.size === 0) return words.emptyFile(file.name);
  if (kind !== undefined) return words.otherFile(file.name, words.seemsToBe[kind], words.chooseInstead[kind]);
  return file.size > BYTES_MAX ? words.largeFile(file.name, BYTES_MAX) : undefined;
}
