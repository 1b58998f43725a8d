import type { KindName } from "./kinds.ts";

/**
 * What the goods of each kind look like, on a square of 100 × 100 with the origin at the top left. Shapes are painted in turn:
 * `main` in the colour of the product, `shade` darker, `light` lighter, `ground` to cut something out.
 */
export type Tone = "main" | "shade" | "light" | "ground";

export type Shape =
  | { readonly tone: Tone; readonly ellipse: readonly [centreX: number, centreY: number, radiusX: number, radiusY: number] }
  | { readonly tone: Tone; readonly polygon: readonly (readonly [x: number, y: number])[] };

type Point = readonly [x: number, y: number];

const polygon = (tone: Tone, ...points: readonly Point[]): Shape => ({ tone, polygon: points });
const ellipse = (tone: Tone, ...[x, y, radiusX, radiusY]: readonly [number, number, number, number]): Shape => ({
  tone,
  ellipse: [x, y, radiusX, radiusY],
});
const box = (tone: Tone, ...[left, top, right, bottom]: readonly [number, number, number, number]): Shape =>
  polygon(tone, [left, top], [right, top], [right, bottom], [left, bottom]);

export const SILHOUETTES: Readonly<Record<KindName, readonly Shape[]>> = {
  apparel: [
    polygon("main", [36, 20], [64, 20], [88, 34], [79, 50], [70, 45], [70, 84], [30, 84], [30, 45], [21, 50], [12, 34]),
    ellipse("ground", 50, 19, 10, 7),
    box("shade", 30, 79, 70, 84),
  ],
  outerwear: [
    polygon("main", [36, 16], [64, 16], [82, 30], [90, 68], [78, 71], [71, 46], [72, 90], [28, 90], [29, 46], [22, 71], [10, 68], [18, 30]),
    polygon("shade", [40, 16], [60, 16], [50, 34]),
    box("shade", 49, 34, 51, 90),
    box("light", 34, 62, 45, 64),
    box("light", 55, 62, 66, 64),
  ],
  shoes: [
    polygon("main", [14, 42], [34, 36], [48, 52], [76, 60], [88, 68], [88, 74], [14, 74]),
    polygon("light", [12, 74], [90, 74], [88, 81], [14, 81]),
    polygon("shade", [38, 44], [42, 42], [48, 50], [45, 53]),
    polygon("shade", [46, 54], [50, 51], [57, 56], [54, 59]),
  ],
  bags: [
    ellipse("shade", 50, 34, 20, 20),
    ellipse("ground", 50, 34, 14, 14),
    polygon("main", [22, 36], [78, 36], [84, 86], [16, 86]),
    box("shade", 22, 54, 78, 57),
    box("light", 45, 52, 55, 62),
  ],
  furniture: [
    polygon("main", [30, 12], [70, 12], [68, 50], [32, 50]),
    polygon("light", [26, 50], [74, 50], [80, 60], [20, 60]),
    box("shade", 23, 60, 28, 92),
    box("shade", 72, 60, 77, 92),
    box("shade", 36, 60, 40, 84),
    box("shade", 60, 60, 64, 84),
  ],
  kitchen: [
    ellipse("main", 74, 50, 17, 18),
    ellipse("ground", 74, 50, 10, 11),
    polygon("main", [24, 28], [70, 28], [66, 82], [28, 82]),
    ellipse("shade", 47, 28, 23, 6),
    box("light", 31, 38, 35, 74),
  ],
  books: [
    polygon("shade", [24, 16], [74, 16], [80, 22], [80, 90], [30, 90], [24, 84]),
    polygon("light", [27, 82], [74, 82], [78, 88], [32, 88]),
    box("main", 24, 14, 74, 82),
    box("light", 34, 28, 64, 33),
    box("light", 34, 38, 56, 41),
    box("shade", 28, 14, 30, 82),
  ],
  cosmetics: [
    box("shade", 40, 14, 60, 30),
    polygon("main", [34, 34], [66, 34], [72, 44], [72, 88], [28, 88], [28, 44]),
    box("light", 34, 54, 66, 74),
    box("main", 38, 60, 62, 62),
    box("main", 38, 66, 54, 68),
  ],
  electronics: [
    ellipse("main", 50, 52, 34, 34),
    ellipse("ground", 50, 52, 27, 27),
    box("ground", 10, 56, 90, 90),
    polygon("main", [12, 54], [27, 54], [27, 80], [16, 80]),
    polygon("main", [73, 54], [88, 54], [84, 80], [73, 80]),
    box("shade", 27, 56, 32, 78),
    box("shade", 68, 56, 73, 78),
  ],
  food: [
    polygon("main", [32, 24], [68, 24], [74, 34], [74, 88], [26, 88], [26, 34]),
    box("shade", 31, 12, 69, 24),
    ellipse("light", 50, 60, 18, 18),
    ellipse("main", 50, 60, 8, 12),
  ],
  jewellery: [
    ellipse("main", 50, 60, 28, 28),
    ellipse("ground", 50, 60, 22, 22),
    polygon("light", [40, 14], [60, 14], [68, 24], [50, 42], [32, 24]),
    polygon("shade", [44, 24], [56, 24], [50, 42]),
  ],
  giftcard: [
    box("main", 12, 28, 88, 76),
    box("light", 30, 28, 36, 76),
    box("light", 12, 44, 88, 50),
    ellipse("shade", 26, 40, 9, 6),
    ellipse("shade", 40, 40, 9, 6),
  ],
};
