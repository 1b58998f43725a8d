import type { Buffer } from "node:buffer";
import { entriesOf } from "../../kernel/unsafe.ts";
import { encodePng } from "./indexed-png.ts";
import { COLOURS, type ColourName, KINDS, type KindName } from "./kinds.ts";
import { IMAGES_MAX } from "./product-images.ts";
import { type Shape, SILHOUETTES, type Tone } from "./silhouettes.ts";

/**
 * Pictures of the sample's products, painted from their names alone: nothing is stored, and the same name is the same bytes
 * wherever the compressor is the same. The kind gives the shape, the colour the colour, number and position the background,
 * the size on it and a patch of dots, so that no two pictures of a product are equal.
 */
interface ImageParts {
  readonly kind: KindName;
  readonly colour: ColourName;
  readonly number: number;
  readonly position: number;
}

/** Large enough for every channel: apparel on Google asks for 250 pixels, most marketplaces for 500. */
const SIDE = 600;

type Rgb = readonly [number, number, number];
type Fill = Tone | "dot";
/** Place of each tone in the palette. */
const INKS: Readonly<Record<Fill, number>> = { ground: 0, main: 1, shade: 2, light: 3, dot: 4 };

const BACKGROUNDS: readonly Rgb[] = [[0xee, 0xea, 0xe0], [0xe4, 0xec, 0xee], [0xf2, 0xe6, 0xe2], [0xe6, 0xee, 0xe2], [0xea, 0xe6, 0xf0]]; // prettier-ignore

/** A PNG, or undefined for a name that no product of any catalog has. */
export function sampleImage(name: string): Buffer | undefined {
  const parts = imageParts(name);
  return parts === undefined ? undefined : encodePng({ width: SIDE, height: SIDE, palette: paletteOf(parts), pixels: paint(parts) });
}

/** Item, colour, the product's number from 1, the image's position. Twelve digits number more products than anybody makes. */
const NAME = /^([a-z]+)-([a-z]+)-([1-9][0-9]{0,11})-([1-9][0-9]?)$/;

function imageParts(name: string): ImageParts | undefined {
  const [, item, colourName, number, position] = NAME.exec(name) ?? [];
  const kind = entriesOf(KINDS).find(([, { items }]) => items.some((one) => one.name === item))?.[0];
  const colour = entriesOf<ColourName, Rgb>(COLOURS).find(([known]) => known === colourName)?.[0];
  if (kind === undefined || colour === undefined || Number(position) >= IMAGES_MAX) return undefined;
  return { kind, colour, number: Number(number), position: Number(position) };
}

function paletteOf({ colour, number, position }: ImageParts): readonly Rgb[] {
  const ground = BACKGROUNDS[(number + position) % BACKGROUNDS.length] ?? [255, 255, 255];
  const main = COLOURS[colour];
  return [ground, main, mixed(main, [0, 0, 0], 0.3), mixed(main, [255, 255, 255], 0.45), mixed(ground, main, 0.25)];
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [channel(0), channel(1), channel(2)];
}

/** Of the side; later views come closer. */
const FIRST_SCALE = 0.66;
const SCALE_STEP = 0.02;
const SCALE_STEPS = 12;
const DOTS = 9;

function paint({ kind, number, position }: ImageParts): Uint8Array {
  const pixels = new Uint8Array(SIDE * SIDE);
  for (let dot = 0; dot < DOTS; dot += 1) {
    const radius = 6 + ((number + dot * 7) % 18);
    const x = (number * 131 + position * 53 + dot * 197) % SIDE;
    const y = (number * 61 + position * 89 + dot * 241) % SIDE;
    fillEllipse(pixels, INKS.dot, [x, y, radius, radius]);
  }
  const scale = (SIDE / 100) * (FIRST_SCALE + (position % SCALE_STEPS) * SCALE_STEP);
  const offset = (SIDE - scale * 100) / 2;
  for (const shape of SILHOUETTES[kind]) fillShape(pixels, shape, scale, offset);
  return pixels;
}

function fillShape(pixels: Uint8Array, shape: Shape, scale: number, offset: number): void {
  const ink = INKS[shape.tone];
  if ("polygon" in shape) {
    fillPolygon(
      pixels,
      ink,
      shape.polygon.map(([x, y]) => [x * scale + offset, y * scale + offset]),
    );
    return;
  }
  const [x, y, radiusX, radiusY] = shape.ellipse;
  fillEllipse(pixels, ink, [x * scale + offset, y * scale + offset, radiusX * scale, radiusY * scale]);
}

function fillEllipse(pixels: Uint8Array, ink: number, [x, y, radiusX, radiusY]: readonly [number, number, number, number]): void {
  for (let row = Math.max(0, Math.ceil(y - radiusY)); row < Math.min(SIDE, y + radiusY); row += 1) {
    const half = radiusX * Math.sqrt(1 - ((row - y) / radiusY) ** 2);
    fillRun(pixels, ink, row, [x - half, x + half]);
  }
}

/** Between every odd and even crossing of the outline with the middle of a row. */
function fillPolygon(pixels: Uint8Array, ink: number, points: readonly (readonly [number, number])[]): void {
  for (let row = 0; row < SIDE; row += 1) {
    const crossings = points.flatMap(([x, y], at) => {
      const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
      const middle = row + 0.5;
      return y <= middle === nextY <= middle ? [] : [x + ((middle - y) / (nextY - y)) * (nextX - x)];
    });
    const sorted = crossings.toSorted((a, b) => a - b);
    for (let at = 0; at + 1 < sorted.length; at += 2) fillRun(pixels, ink, row, [sorted[at] ?? 0, sorted[at + 1] ?? 0]);
  }
}

function fillRun(pixels: Uint8Array, ink: number, row: number, [from, to]: readonly [number, number]): void {
  const start = Math.max(0, Math.round(from));
  const end = Math.min(SIDE, Math.round(to));
  if (end > start) pixels.fill(ink, row * SIDE + start, row * SIDE + end);
}
