import { createElement, type ReactNode } from "react";
import { ICON_SHAPES } from "./icon-shapes.ts";

export type IconName = keyof typeof ICON_SHAPES;

/** Always decoration: the words stand next to it, or on the control that holds it. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactNode {
  const shapes: readonly (readonly [tag: string, attributes: object])[] = ICON_SHAPES[name];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className="icon"
    >
      {shapes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
