/** A URL up to its query: what comes behind may hold a secret. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "");
}
