/** Asks for a file. The one that's chosen already may be chosen again, because it may have been corrected meanwhile. */
export function chooseAgain(input: HTMLInputElement | null): void {
  if (input === null) return;
  input.value = "";
  input.click();
}
