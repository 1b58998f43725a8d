const UNITS = [
  ["TB", 1e12],
  ["TiB", 2 ** 40],
  ["GB", 1e9],
  ["GiB", 2 ** 30],
  ["MB", 1e6],
  ["MiB", 2 ** 20],
] as const;

/** An amount of memory as a setting is written: in the largest unit that has no fraction of more than three digits. */
export function memoryText(bytes: number): string {
  const exact = UNITS.find(([, unit]) => bytes >= unit && Number.isInteger((bytes / unit) * 1_000));
  return exact === undefined ? `${Math.round(bytes / 1e6)}MB` : `${bytes / exact[1]}${exact[0]}`;
}
