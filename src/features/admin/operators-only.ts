/** Why no agent gets the operations of this folder as tools. */
export const OPERATORS_ONLY = { hidden: "only the operator runs the installation" } as const;
