import { useEffect, useRef, useSyncExternalStore } from "react";
import { preferences } from "./preferences.ts";

/** What a page can do by key. One list feeds the keys, the palette and the sheet of keys. */
export interface Command {
  readonly id: string;
  /** "Run the feed": verb and object. */
  readonly label: string;
  /** `n`, `Ctrl+Enter`, or a sequence such as `g o`. Without keys it is in the palette alone. */
  readonly keys?: string;
  readonly group: string;
  readonly run: () => void;
  /**
   * `help`: the part of the page that has the focus handles these keys itself, and the sheet of keys explains them. `fallback`: for pages without these
   * keys. `dialog`: belongs to the open dialog. While one is open, the page's own keys do nothing.
   */
  readonly kind?: "help" | "fallback" | "dialog";
}

/** A sequence's second key comes within this time. */
const SEQUENCE_MS = 1_000;

const UNDO = "Ctrl+z";
const CONFIRM = "Ctrl+Enter";

const registered = new Map<symbol, { readonly current: readonly Command[] }>();
const listeners = new Set<() => void>();
let listed: readonly Command[] = [];

/** Commands are there as long as the component is. Of two with the same keys the later one runs: the page before the shell. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const identity = commands.map(({ id, label }) => `${id}:${label}`).join("\n");
  useEffect(() => {
    const owner = Symbol("commands");
    registered.set(owner, latest);
    announce();
    return () => {
      registered.delete(owner);
      announce();
    };
  }, [identity]);
}

export function useListedCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );
}

function announce(): void {
  listed = present();
  for (const listener of listeners) listener();
}

/** Listens for the keys of all commands, once for the whole page. */
export function useCommandKeys(): void {
  useEffect(() => {
    let begun: { readonly key: string; readonly at: number } | undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const key = nameOf(event);
      // A key that is held down would confirm what its first press only showed.
      if (event.repeat && key === CONFIRM) return;
      const isLetter = !key.includes("+");
      // The editor is in a shadow root, which the event's own target is.
      if (isForField(key, event.composedPath()[0] ?? null)) return;
      const sequence = begun !== undefined && event.timeStamp - begun.at < SEQUENCE_MS ? `${begun.key} ${key}` : undefined;
      begun = undefined;
      const command = (sequence === undefined ? undefined : find(sequence)) ?? find(key);
      if (command !== undefined) {
        event.preventDefault();
        command.run();
      } else if (!isLetter) {
        // It rests, and the browser has nothing better to do with it.
        if (present().some(({ keys, kind }) => keys === key && kind !== "help")) event.preventDefault();
      } else if (isBeginning(key)) {
        begun = { key, at: event.timeStamp };
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function find(keys: string): Command | undefined {
  // Over a dialog as well, only the question is answered.
  if (document.querySelector("[role=alertdialog]") !== null) return undefined;
  const isDialogOpen = document.querySelector("[role=dialog]") !== null;
  const found = present().filter(({ keys: own, kind }) => own === keys && kind !== "help" && (kind === "dialog") === isDialogOpen);
  return found.findLast(({ kind }) => kind !== "fallback") ?? found.at(-1);
}

function isBeginning(key: string): boolean {
  return present().some(({ keys }) => keys?.startsWith(`${key} `) === true);
}

function present(): readonly Command[] {
  return Array.from(registered.values()).flatMap((commands) => commands.current);
}

/** Keys as a person reads them: `Ctrl K`, `Alt ↑`. */
export function shownKeys(keys: string): string {
  return keys
    .split(" ")
    .map((pressed) => {
      const parts = pressed.split("+");
      return parts.map((part) => ARROWS[part] ?? (parts.length > 1 ? part.charAt(0).toUpperCase() + part.slice(1) : part)).join(" ");
    })
    .join(" ");
}

const ARROWS: Readonly<Record<string, string>> = { ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

function nameOf({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  // With Shift it's another command, such as redo.
  return `${ctrlKey || metaKey ? `Ctrl+${shiftKey ? "Shift+" : ""}` : ""}${altKey ? "Alt+" : ""}${name}`;
}

/** Letters are typed in a field, and undo takes back what was typed there. */
function isForField(key: string, target: EventTarget | null): boolean {
  if (key.includes("+")) return key === UNDO && isField(target);
  return isTyping(target) || !preferences().letterKeys;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, [contenteditable], [role=textbox]") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable], [role=textbox], [role=grid], [data-takes-letters]") !== null
  );
}
