import type { Names } from "./words.ts";

export const frenchNames: Names = {
  direction: "ltr",
  title: (noun, model, detail) => `${noun} ${model} ${detail}`,
  madeOf: (material) => `en ${material}`,
  types: {
    apparel: "Vêtements", outerwear: "Manteaux et vestes", shoes: "Chaussures", bags: "Sacs", furniture: "Meubles", kitchen: "Vaisselle",
    books: "Livres", cosmetics: "Soins du corps", electronics: "Accessoires électroniques", food: "Épicerie", jewellery: "Bijoux",
    giftcard: "Cartes cadeaux",
  },
  items: {
    tee: "T-shirt", shirt: "Chemise", sweater: "Pull", dress: "Robe", leggings: "Legging", parka: "Parka", raincoat: "Imperméable",
    trenchcoat: "Trench", vest: "Gilet", sneaker: "Baskets", boot: "Bottines", sandal: "Sandales", slipper: "Chaussons",
    backpack: "Sac à dos", weekender: "Sac de voyage", beltbag: "Sac banane", washbag: "Trousse de toilette", chair: "Chaise",
    sofa: "Canapé", bookcase: "Bibliothèque", nightstand: "Table de chevet", mug: "Tasse", plate: "Assiette", bowl: "Bol",
    lunchbox: "Boîte à déjeuner", novel: "roman", cookbook: "livre de cuisine", fieldguide: "guide nature", atlas: "atlas",
    cream: "Crème visage", lipbalm: "Baume à lèvres", soap: "Savon solide", shampoo: "Shampooing", cable: "Câble de recharge",
    charger: "Chargeur", phonecase: "Coque", headphones: "Casque audio", coffee: "Café", tea: "Thé", chocolate: "Chocolat",
    jam: "Confiture", ring: "Bague", necklace: "Collier", bracelet: "Bracelet", earrings: "Boucles d’oreilles", giftcard: "Carte cadeau",
  },
  materials: {
    cotton: "coton", linen: "lin", wool: "laine", leather: "cuir", canvas: "toile", oak: "chêne", walnut: "noyer", steel: "acier",
    stoneware: "grès", glass: "verre", silver: "argent", gold: "or", recycled: "fibre recyclée", cork: "liège",
  },
  themes: {
    rosemary: "au romarin", fig: "à la figue", cedar: "au cèdre", orange: "à l’écorce d’orange", hazelnut: "à la noisette",
    seasalt: "au sel de mer", ginger: "au gingembre", cherry: "à la griotte", harbour: "Le port tranquille", bread: "Le pain et la patience",
    moor: "Marcher sur la lande", winter: "Le plus long hiver", letters: "Lettres à un phare", birthday: "pour un anniversaire",
    thanks: "pour dire merci", wedding: "pour un mariage",
  },
  options: {
    size: "Taille", colour: "Couleur", length: "Longueur", format: "Édition", content: "Contenance", finish: "Finition", amount: "Montant",
  },
  values: {
    black: "Noir", white: "Blanc", navy: "Bleu marine", sage: "Sauge", rust: "Rouille", sand: "Sable", plum: "Prune", sky: "Bleu ciel",
    moss: "Mousse", rose: "Rose", slate: "Ardoise", mustard: "Moutarde", short: "Court", regular: "Standard", long: "Long",
    hardcover: "Relié", paperback: "Broché", audiobook: "Livre audio", matt: "Mat", polished: "Poli", oiled: "Huilé",
  },
}; // prettier-ignore
