/** One thing that is wrong with a definition. `at` is a JSON Pointer below it; line and column where it stands in a text. */
export interface RuleFault {
  readonly at: string;
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** Everything that is wrong with a definition, at once. */
export class RuleInvalid extends Error {
  override readonly name = "RuleInvalid";
  readonly faults: readonly RuleFault[];

  constructor(faults: readonly RuleFault[]) {
    super(faults.map(({ at, message }) => `${at}: ${message}`).join("\n"));
    this.faults = faults;
  }
}
