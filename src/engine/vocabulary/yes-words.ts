/** What spreadsheets and shops write for `true`, in lower case. */
export const YES_WORDS: readonly string[] = Object.freeze(
  "true yes y 1 vrai oui wahr ja verdadero sí si vero verdadeiro sim waar sant sand tosi prawda tak doğru evet".split(" "),
);
