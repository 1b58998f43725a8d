import { useSyncExternalStore } from "react";
import { promised } from "../unsafe.ts";

/** What a person chose for this browser. Nothing of the shop is kept here. */

export interface Preferences {
  readonly scheme: "system" | "light" | "dark";
  readonly density: "comfortable" | "dense";
  /** Whether single letters are keys; WCAG 2.1.4 wants a way to turn them off. */
  readonly letterKeys: boolean;
}

const STORED_AS = "feedwright-preferences";
const DEFAULTS: Preferences = { scheme: "system", density: "comfortable", letterKeys: true };
const listeners = new Set<() => void>();
let current: Preferences | undefined;

export function preferences(): Preferences {
  current ??= read();
  return current;
}

export function usePreferences(): Preferences {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, preferences);
}

export function prefer(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change };
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(current));
  } catch {
    // A browser that stores nothing keeps the choice for this page.
  }
  applyPreferences();
  for (const listener of listeners) listener();
}

/** Puts scheme and density on the document, where the tokens read them. */
export function applyPreferences(): void {
  const { scheme, density } = preferences();
  const { dataset } = document.documentElement;
  if (scheme === "system") delete dataset["scheme"];
  else dataset["scheme"] = scheme;
  dataset["density"] = density;
}

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...promised<Partial<Preferences>>(JSON.parse(localStorage.getItem(STORED_AS) ?? "{}")) };
  } catch {
    return DEFAULTS;
  }
}
