/** Gathers an option that may be given several times. */
export function gathered(written: string, before: readonly string[] = []): readonly string[] {
  return [...before, written];
}
