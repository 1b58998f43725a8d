/** Progress of long work: one line that is rewritten on a terminal, plain lines for each quarter elsewhere. On standard error. */
export interface ProgressLine {
  /** `waiting`: what the work waits for, as a sentence. It gets a line of its own. */
  show(label: string, percent: number | null, waiting?: string | null): void;
  /** Ends the line. */
  done(): void;
}

const BAR_CHARACTERS = 24;
/** Goes back to the line's start and clears it. */
const CLEARED = "\r\x1b[2K";

export function progressLine(stream: Pick<NodeJS.WriteStream, "isTTY" | "write">): ProgressLine {
  let shown = "";
  let told: string | null = null;
  const rewrite = (text: string): void => void (text !== shown && stream.write(`${CLEARED}${text}`));
  const append = (text: string): void => void (text !== shown && stream.write(`${text}\n`));
  return {
    show(label, percent, waiting = null) {
      if (waiting !== null && waiting !== told) {
        stream.write(`${stream.isTTY ? CLEARED : ""}${waiting}\n`);
        if (stream.isTTY) shown = "";
      }
      told = waiting;
      const text = stream.isTTY ? barText(label, percent) : `${label}${percent === null ? "" : ` ${Math.floor(percent / 25) * 25} %`}`;
      (stream.isTTY ? rewrite : append)(text);
      shown = text;
    },
    done() {
      if (stream.isTTY && shown !== "") stream.write("\n");
    },
  };
}

function barText(label: string, percent: number | null): string {
  if (percent === null) return `${label} …`;
  const filled = Math.round((Math.min(100, percent) / 100) * BAR_CHARACTERS);
  return `${label} ${"█".repeat(filled)}${"░".repeat(BAR_CHARACTERS - filled)} ${Math.floor(percent)} %`;
}
