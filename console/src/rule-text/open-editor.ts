import { autocompletion, completionKeymap, type CompletionSource } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSetBuilder, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";
import type { ApiAnswer } from "../api/client.ts";

/** What is known of a text: its colours, and what is wrong with it where. */
export interface TextCheck {
  readonly spans: ApiAnswer<"rules.check">["spans"];
  readonly faults: readonly { readonly message: string; readonly line: number | null; readonly column: number | null }[];
}

export interface RuleTextEditor {
  readonly show: (check: TextCheck | undefined) => void;
  readonly close: () => void;
}

interface Given {
  /** What it is, for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly complete: CompletionSource;
  /** Its cursor is there at once, with the text selected, so that typing replaces it. */
  readonly hasCursor: boolean;
}

/** A browser that replaces coloured text itself writes its style into the page, which the policy refuses. */
function replaceSelection({ inputType, data, isComposing }: InputEvent, view: EditorView): boolean {
  if (isComposing || data === null || inputType !== "insertText" || view.state.selection.main.empty) return false;
  view.dispatch(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  return true;
}

/** Marks follow the text as it changes, until the next check. */
function newColours() {
  const coloured = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (marks, transaction) =>
      transaction.effects.reduce((present, effect) => (effect.is(coloured) ? effect.value : present), marks.map(transaction.changes)),
    provide: (marks) => EditorView.decorations.from(marks),
  });
  return { coloured, field };
}

/** In a shadow root the editor's styles are adopted sheets, which the policy allows; in a document they would be elements, which it doesn't. */
export function openEditor(host: HTMLElement, { label, text, onChange, complete, hasCursor }: Given): RuleTextEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const { coloured, field } = newColours();
  const state = EditorState.create({
    doc: text,
    selection: { anchor: 0, head: hasCursor ? text.length : 0 },
    extensions: [
      history(),
      autocompletion({ override: [complete], icons: false }),
      keymap.of([...completionKeymap, ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, dir: "auto", spellcheck: "false" }),
      EditorView.domEventHandlers({ beforeinput: replaceSelection }),
      EditorView.updateListener.of(({ docChanged, state: { doc } }) => {
        if (docChanged) onChange(doc.toString());
      }),
      field,
      EditorView.theme(LOOK),
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  if (hasCursor) view.focus();
  return {
    show(check) {
      if (check === undefined) return;
      view.dispatch({ effects: coloured.of(marksOf(check, view.state.doc)) });
      const faults = check.faults.map((fault) => diagnosticOf(fault, view.state.doc));
      view.dispatch(setDiagnostics(view.state, faults));
    },
    close: () => view.destroy(),
  };
}

function marksOf(check: TextCheck, doc: Text): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let end = 0;
  for (const span of check.spans) {
    if (span.start < end || span.end > doc.length || span.start >= span.end) continue;
    marks.add(span.start, span.end, Decoration.mark({ class: `span-${span.kind}` }));
    end = span.end;
  }
  return marks.finish();
}

function diagnosticOf({ message, line, column }: TextCheck["faults"][number], doc: Text): Diagnostic {
  const at = line === null || column === null || line > doc.lines ? 0 : Math.min(doc.length, doc.line(line).from + column - 1);
  const word = /^[^\s,()]+/.exec(doc.sliceString(at, at + 200))?.[0] ?? "";
  return {
    from: line === null ? 0 : at,
    to: line === null ? doc.length : Math.min(doc.length, at + Math.max(1, word.length)),
    severity: "error",
    message,
  };
}

const LOOK = {
  "&": {
    fontSize: "13px",
    border: "1px solid var(--control-line)",
    borderRadius: "4px",
    background: "var(--surface)",
    color: "var(--ink)",
  },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
  ".cm-content": { minHeight: "96px", padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { background: "var(--accent-wash) !important" },
  ".cm-tooltip": { border: "1px solid var(--hairline)", background: "var(--surface)", color: "var(--ink)", boxShadow: "var(--floating)" },
  ".cm-tooltip-autocomplete ul li": { padding: "4px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent-wash)", color: "var(--ink)" },
  ".cm-completionDetail": { color: "var(--ink-2)", fontStyle: "normal" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--failed)", textUnderlineOffset: "3px" },
  ".span-keyword, .span-rule_type": { color: "var(--accent)", fontWeight: "650" },
  ".span-source_column": { color: "var(--ink)", fontWeight: "650" },
  ".span-feed_column": { color: "var(--mapping)" },
  ".span-function": { color: "var(--rule)" },
  ".span-text, .span-word": { color: "var(--person)" },
  ".span-number, .span-literal": { color: "var(--running)" },
  ".span-invalid": { color: "var(--failed)" },
} as const;
