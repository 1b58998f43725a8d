export const RETURN_URL_TAKES = "an https URL without a user name, or a page of this service";

/** A URL that a browser may be sent to after a sign-in. It runs no script and names no other scheme. */
export function isReturnUrl(text: string, publicUrl: string): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  if (`${url.username}${url.password}` !== "") return false;
  return url.protocol === "https:" || url.origin === URL.parse(publicUrl)?.origin;
}
