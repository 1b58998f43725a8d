/** What every operation says of agents, and every change of the way back. */

/** The tool that agents have for it, or why they have none. */
export type McpDecision = AgentTool | { readonly hidden: string };

export interface AgentTool {
  readonly tool: string;
  /** For the model, after the summary: when to use this tool and what to call next. */
  readonly use: string;
  /** JSON Schema of arguments that a model must fill and REST describes only in words, by name. */
  readonly shapes?: () => Readonly<Record<string, object>>;
  /** Arguments that an agent's call has where it doesn't name them. */
  readonly defaults?: Readonly<Record<string, string | number>>;
}

/** The operation that takes a change back, or why none does. */
export type UndoneBy = UndoingOperation | Irreversible;

export interface Irreversible {
  /** A sentence: why, and what to do instead. */
  readonly impossible: string;
}

export interface UndoingOperation {
  /** Its name. */
  readonly operation: string;
  readonly path: Readonly<Record<string, string>>;
  readonly body?: object;
  /**
   * How the change left what it changed, as the operation's `before` shows it. Where that is otherwise now, somebody has changed it since. Members
   * that are not named don't matter.
   */
  readonly left: object;
}
