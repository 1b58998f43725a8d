import type { Names } from "./words.ts";

export const englishNames: Names = {
  direction: "ltr",
  title: (noun, model, detail) => `${model} ${noun} ${detail}`,
  madeOf: (material) => `in ${material}`,
  types: {
    apparel: "Clothing", outerwear: "Coats and jackets", shoes: "Shoes", bags: "Bags", furniture: "Furniture", kitchen: "Tableware",
    books: "Books", cosmetics: "Body care", electronics: "Electronics accessories", food: "Food and drink", jewellery: "Jewellery",
    giftcard: "Gift cards",
  },
  items: {
    tee: "T-Shirt", shirt: "Shirt", sweater: "Sweater", dress: "Dress", leggings: "Leggings", parka: "Parka", raincoat: "Raincoat",
    trenchcoat: "Trench Coat", vest: "Gilet", sneaker: "Sneakers", boot: "Boots", sandal: "Sandals", slipper: "Slippers",
    backpack: "Backpack", weekender: "Weekend Bag", beltbag: "Belt Bag", washbag: "Wash Bag", chair: "Chair", sofa: "Sofa",
    bookcase: "Bookcase", nightstand: "Nightstand", mug: "Mug", plate: "Plate", bowl: "Bowl", lunchbox: "Lunch Box", novel: "A Novel",
    cookbook: "A Cookbook", fieldguide: "A Field Guide", atlas: "An Atlas", cream: "Face Cream", lipbalm: "Lip Balm", soap: "Bar Soap",
    shampoo: "Shampoo", cable: "Charging Cable", charger: "Charger", phonecase: "Phone Case", headphones: "Headphones",
    coffee: "Coffee", tea: "Tea", chocolate: "Chocolate", jam: "Jam", ring: "Ring", necklace: "Necklace", bracelet: "Bracelet",
    earrings: "Earrings", giftcard: "Gift Card",
  },
  materials: {
    cotton: "cotton", linen: "linen", wool: "wool", leather: "leather", canvas: "canvas", oak: "oak", walnut: "walnut", steel: "steel",
    stoneware: "stoneware", glass: "glass", silver: "silver", gold: "gold", recycled: "recycled fibre", cork: "cork",
  },
  themes: {
    rosemary: "with Rosemary", fig: "with Fig", cedar: "with Cedar", orange: "with Orange Peel", hazelnut: "with Hazelnut",
    seasalt: "with Sea Salt", ginger: "with Ginger", cherry: "with Sour Cherry", harbour: "The Quiet Harbour", bread: "Bread and Patience",
    moor: "Walking the Moor", winter: "The Longest Winter", letters: "Letters to a Lighthouse", birthday: "for a Birthday",
    thanks: "to Say Thank You", wedding: "for a Wedding",
  },
  options: {
    size: "Size", colour: "Colour", length: "Length", format: "Format", content: "Content", finish: "Finish", amount: "Amount",
  },
  values: {
    black: "Black", white: "White", navy: "Navy", sage: "Sage", rust: "Rust", sand: "Sand", plum: "Plum", sky: "Sky", moss: "Moss",
    rose: "Rose", slate: "Slate", mustard: "Mustard", short: "Short", regular: "Regular", long: "Long", hardcover: "Hardcover",
    paperback: "Paperback", audiobook: "Audiobook", matt: "Matt", polished: "Polished", oiled: "Oiled",
  },
}; // prettier-ignore
