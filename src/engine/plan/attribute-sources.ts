export type OptionAttribute = "color" | "size" | "material" | "gender" | "age_group";

interface AttributeSource {
  /** Option names that mean the attribute, lower-cased, in the languages shops are written in. */
  readonly optionNames: readonly string[];
  /** Metafield keys, the most telling first: Google's own columns, then Shopify's category metafields, then common custom ones. */
  readonly metafieldKeys: readonly string[];
}

/** Where an attribute that the platform has no field for is usually kept. */
export const ATTRIBUTE_SOURCES: Readonly<Record<OptionAttribute, AttributeSource>> = Object.freeze({
  color: {
    optionNames: [
      "color",
      "colour",
      "farbe",
      "couleur",
      "colore",
      "cor",
      "kleur",
      "färg",
      "farve",
      "farge",
      "väri",
      "kolor",
      "barva",
      "renk",
      "цвет",
      "اللون",
      "色",
      "カラー",
      "색상",
    ],
    metafieldKeys: ["color", "colour", "color-pattern"],
  },
  size: {
    optionNames: [
      "size",
      "größe",
      "grösse",
      "taille",
      "talla",
      "tamaño",
      "taglia",
      "misura",
      "tamanho",
      "maat",
      "storlek",
      "størrelse",
      "koko",
      "rozmiar",
      "velikost",
      "beden",
      "размер",
      "المقاس",
      "サイズ",
      "사이즈",
      "尺码",
    ],
    metafieldKeys: ["size"],
  },
  material: {
    optionNames: [
      "material",
      "fabric",
      "stoff",
      "matière",
      "tissu",
      "materiale",
      "materiaal",
      "materiał",
      "tela",
      "tecido",
      "материал",
      "素材",
    ],
    metafieldKeys: ["material", "fabric"],
  },
  gender: { optionNames: ["gender", "geschlecht", "genre", "género", "genere", "kön"], metafieldKeys: ["gender", "target-gender"] },
  age_group: { optionNames: ["age group", "altersgruppe", "tranche d'âge"], metafieldKeys: ["age_group", "age-group"] },
});
