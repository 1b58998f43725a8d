import type { Names } from "./words.ts";

export const germanNames: Names = {
  direction: "ltr",
  title: (noun, model, detail) => `${noun} ${model} ${detail}`,
  madeOf: (material) => `aus ${material}`,
  types: {
    apparel: "Bekleidung", outerwear: "Jacken und Mäntel", shoes: "Schuhe", bags: "Taschen", furniture: "Möbel", kitchen: "Geschirr",
    books: "Bücher", cosmetics: "Körperpflege", electronics: "Elektronikzubehör", food: "Lebensmittel", jewellery: "Schmuck",
    giftcard: "Gutscheine",
  },
  items: {
    tee: "T-Shirt", shirt: "Hemd", sweater: "Pullover", dress: "Kleid", leggings: "Leggings", parka: "Parka", raincoat: "Regenmantel",
    trenchcoat: "Trenchcoat", vest: "Weste", sneaker: "Turnschuhe", boot: "Stiefel", sandal: "Sandalen", slipper: "Hausschuhe",
    backpack: "Rucksack", weekender: "Reisetasche", beltbag: "Gürteltasche", washbag: "Kulturbeutel", chair: "Stuhl", sofa: "Sofa",
    bookcase: "Bücherregal", nightstand: "Nachttisch", mug: "Becher", plate: "Teller", bowl: "Schüssel", lunchbox: "Brotdose",
    novel: "Roman", cookbook: "Kochbuch", fieldguide: "Naturführer", atlas: "Atlas", cream: "Gesichtscreme", lipbalm: "Lippenbalsam",
    soap: "Seifenstück", shampoo: "Haarwäsche", cable: "Ladekabel", charger: "Ladegerät", phonecase: "Handyhülle", headphones: "Kopfhörer",
    coffee: "Kaffee", tea: "Tee", chocolate: "Schokolade", jam: "Fruchtaufstrich", ring: "Ring", necklace: "Halskette",
    bracelet: "Armband", earrings: "Ohrringe", giftcard: "Gutschein",
  },
  materials: {
    cotton: "Baumwolle", linen: "Leinen", wool: "Wolle", leather: "Leder", canvas: "Segeltuch", oak: "Eiche", walnut: "Nussbaum",
    steel: "Stahl", stoneware: "Steinzeug", glass: "Glas", silver: "Silber", gold: "Gold", recycled: "Recyclingfaser", cork: "Kork",
  },
  themes: {
    rosemary: "mit Rosmarin", fig: "mit Feige", cedar: "mit Zeder", orange: "mit Orangenschale", hazelnut: "mit Haselnuss",
    seasalt: "mit Meersalz", ginger: "mit Ingwer", cherry: "mit Sauerkirsche", harbour: "Der stille Hafen", bread: "Brot und Geduld",
    moor: "Über das Moor", winter: "Der längste Winter", letters: "Briefe an einen Leuchtturm", birthday: "zum Geburtstag",
    thanks: "als Dankeschön", wedding: "zur Hochzeit",
  },
  options: {
    size: "Größe", colour: "Farbe", length: "Länge", format: "Ausgabe", content: "Inhalt", finish: "Oberfläche", amount: "Betrag",
  },
  values: {
    black: "Schwarz", white: "Weiß", navy: "Marineblau", sage: "Salbei", rust: "Rost", sand: "Sand", plum: "Pflaume", sky: "Himmelblau",
    moss: "Moosgrün", rose: "Rosé", slate: "Schiefer", mustard: "Senfgelb", short: "Kurz", regular: "Normal", long: "Lang",
    hardcover: "Gebunden", paperback: "Taschenbuch", audiobook: "Hörbuch", matt: "Matt", polished: "Poliert", oiled: "Geölt",
  },
}; // prettier-ignore
