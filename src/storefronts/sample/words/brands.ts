/** Made-up houses and model names, the same in every language. Some carry what feeds stumble over: `&`, accents, apostrophes. */

export const VENDORS: readonly string[] = [
  "Quillbrook & Ash", "Tolvenne", "Marrowfen Works", "Hessel & Thrum", "Ångelund Väv", "Maison Brimousse", "O’Dowrie’s", "Zwölfeck",
  "Pellin Yard", "Saltcote Makers", "Little Umber", "Ferrowick",
]; // prettier-ignore

export const MODELS: readonly string[] = [
  "Alder", "Brisk", "Corrie", "Dunlin", "Eddy", "Fennel", "Gannet", "Heron", "Isle", "Jetty", "Kestrel", "Linnet", "Merle", "Nook", "Otter",
  "Plover", "Quarry", "Rowan", "Skerry", "Tarn", "Umber", "Vesper", "Wren", "Yarrow",
]; // prettier-ignore
