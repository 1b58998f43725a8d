/** Lower case, letters and digits of any script with `-` between them, as platforms make handles of titles. */
export function handleOf(title: string): string {
  const letters = title.replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  return letters.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
}
