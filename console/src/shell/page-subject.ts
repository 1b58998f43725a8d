import { createContext } from "react";
import { statusGlyph } from "../ui/status.tsx";

interface Subject {
  /** The shop or feed that the page belongs to. */
  readonly name?: string | undefined;
  /** How it is: "◐ 2". */
  readonly state?: string | undefined;
}

/** The subject of the pages below, shown in the browser's tab next to the page's own title. */
export const PageSubject = createContext<Subject>({});

/** A shop with so many things that need a person. */
export function shopStanding(waiting: number): string {
  return waiting === 0 ? statusGlyph("live") : `${statusGlyph("held")} ${waiting}`;
}
