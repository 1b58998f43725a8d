/** A file name shows no more of a label. */
const SLUG_LENGTH_MAX = 60;

/**
 * A label as part of a file name: ASCII letters and digits, everything between them one `-`, in lower case. Accents go, so that
 * "Café" is cafe. Null where nothing is left.
 */
export function slugOf(label: string): string | null {
  const plain = label.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return slug.slice(0, SLUG_LENGTH_MAX).replace(/-$/, "") || null;
}
