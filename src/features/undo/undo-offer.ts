/** What an agent is told of a change it has made: the call that takes it back, or why there is none. */
export type UndoOffer =
  | { readonly tool: "undo"; readonly arguments: { readonly audit_id: number } }
  | { readonly tool: null; readonly reason: string };

/** `irreversible`: of what performing the operation answered. */
export function undoOffer(auditId: number, irreversible: string | null): UndoOffer {
  return irreversible === null ? { tool: "undo", arguments: { audit_id: auditId } } : { tool: null, reason: irreversible };
}
