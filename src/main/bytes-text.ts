const UNITS = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `1.5 MB`: for a person, in powers of 1000. */
export function bytesText(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1_000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[step] ?? "bytes"}`;
}
