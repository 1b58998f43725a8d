import type { Sentences } from "./words.ts";

export const englishSentences: Sentences = {
  openings: [
    "<strong>{title}</strong> by {vendor}: made for the days when plans change twice before noon.",
    "We asked {vendor} for one thing we would still want in ten years. <em>{title}</em> is what came back.",
    "{title} has been on our own shelf since spring, and nobody has managed to wear it out yet.",
    "Some things are bought once. {vendor} had that in mind with <b>{title}</b>.",
  ],
  praise: {
    apparel: ["The cut is easy at the shoulder and calm everywhere else, so it layers without bunching.", "Seams are felled by hand &ndash; nothing scratches, nothing frays."],
    outerwear: ["Wind stays outside, warmth stays inside, and the pockets are deep enough for a whole thermos.", "The storm flap closes with one hand, even with gloves on."],
    shoes: ["The sole bends where a foot bends; there is nothing to break in.", "Every pair can be resoled, and the old sole goes back into the next batch."],
    bags: ["It stands up by itself, opens wide and still closes when you have packed too much.", "The strap is one piece from end to end: no rivet, no weak spot."],
    furniture: ["It arrives in two parcels and stands after four screws; the key is in the box.", "Each board is chosen by eye, so grain and knots differ from piece to piece."],
    kitchen: ["Thrown, glazed &amp; fired within a single valley, then tested with boiling soup.", "It stacks without a rattle and survives the dishwasher."],
    books: ["A book for slow evenings, with a ribbon so that you can stop in the middle of a sentence.", "Printed on paper that smells the way paper should; 312&nbsp;pages, sewn."],
    cosmetics: ["A little goes a long way: one fingertip is enough for both cheeks.", "No colouring, no microplastic, nothing you&#39;d need a dictionary for."],
    electronics: ["The braid is tested for 20,000 bends, which is about eleven years of bad habits.", "It stays cool, stays quiet and works with every socket in the house &lt; 240&nbsp;V."],
    food: ["Made in small batches on Tuesdays; that is why it is sold out on some Mondays.", "Best within a year, though we have never seen a jar get that old."],
    jewellery: ["Filed and polished at one bench by one person, whose initials are inside.", "Light enough to forget, and sturdy enough not to be lost."],
    giftcard: ["It arrives by e-mail within minutes and never expires.", "It can be spent in parts, on anything in the shop, sale or not."],
  },
  general: [
    "Everything is packed in paper &mdash; never in plastic &mdash; and leaves our workshop within two working days.",
    "You have 30&nbsp;days to change your mind; the return label is already in the parcel.",
    "Questions? Write to us in English, German or French, and a person will answer.",
    "We make it in runs of a few hundred and stop when the material is used up.",
    "If something breaks, we would rather mend it than replace it.",
    "Each delivery is checked &amp; signed by hand before it goes out.",
    "Prices include tax; delivery is free above &euro;80 within the country.",
    "Photographs show the item in daylight; screens differ, and so do dye lots.",
  ],
  features: [
    "Made to be repaired", "Tested in our own shop for a year", "Packed without plastic", "Spare parts for ten years",
    "Designed on a kitchen table", "From a family business", "Weight &lt; what you&#39;d expect", "Gift wrapping on request",
  ],
  care: [
    "Wipe with a damp cloth; keep out of direct sun.",
    "Wash cold with similar colours, dry flat.",
    "Let it rest for a day after use & it will last longer.",
    "Store dry, at 12–18 °C.",
  ],
  headings: { details: "Details", care: "Care", delivery: "Delivery &amp; returns", story: "How it is made" },
  labels: { material: "Material", origin: "Made in", article: "Article" },
}; // prettier-ignore
