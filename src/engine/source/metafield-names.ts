/**
 * Source columns of metafields: `metafield-<key>`, `variant-metafield-<key>`. Names are unique ignoring case; a later
 * metafield of a name that is taken carries its namespace too.
 */
export interface MetafieldIdentity {
  readonly level: "product" | "variant";
  readonly namespace: string;
  readonly key: string;
}

/** Names one metafield after the other; the same ones in the same order have the same names. */
export function metafieldNames(): (metafield: MetafieldIdentity) => string {
  const taken = new Set<string>();
  return ({ level, namespace, key }) => {
    const prefix = level === "variant" ? "variant-metafield" : "metafield";
    const wanted = [`${prefix}-${key}`, `${prefix}-${namespace}-${key}`];
    let column = wanted.find((name) => !taken.has(name.toLowerCase()));
    for (let turn = 2; column === undefined; turn += 1) {
      const numbered = `${prefix}-${namespace}-${key}-${turn}`;
      if (!taken.has(numbered.toLowerCase())) column = numbered;
    }
    taken.add(column.toLowerCase());
    return column;
  };
}
