/** Progress of long work: one line that is rewritten on a terminal, plain lines for each quarter elsewhere. On standard error. */
export interface ProgressLine {
  show(label: string, percent: number | null): void;
  /** Ends the line. */
  done(): void;
}

const BAR_CHARACTERS = 24;

export function progressLine(stream: NodeJS.WriteStream): ProgressLine {
  let shown = "";
  const rewrite = (text: string): void => void (text !== shown && stream.write(`\r\x1b[2K${text}`));
  const append = (text: string): void => void (text !== shown && stream.write(`${text}\n`));
  return {
    show(label, percent) {
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
