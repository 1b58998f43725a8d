import { Fragment, type ReactNode } from "react";

interface SentenceProps {
  /** A message with names in braces: "{command} prints a link". */
  readonly text: string;
  /** The value for each name. */
  readonly parts: Readonly<Record<string, ReactNode>>;
}

/** A sentence with a link, a code or a time in it, in the order that its language wants. */
export function Sentence({ text, parts }: SentenceProps): ReactNode {
  // With the name captured, every second piece is one.
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={`${index} ${piece}`}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>);
}
