/** Why no agent gets the operations of this folder as tools. */
export const OPERATORS_ONLY = { hidden: "running the installation is its operator's business" } as const;
