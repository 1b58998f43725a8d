/** A variable as data: `docs/reference/config.md` is made from these. */
export interface ConfigVariable<T> {
  readonly name: string;
  /** In words where it is derived; null where there is none. */
  readonly default: string | null;
  readonly description: string;
  /** Ends the sentence "… takes". */
  readonly takes: string;
  /** Its value is never repeated in a message. */
  readonly secret: boolean;
  /** Undefined when the text is not taken. */
  readonly parse: (text: string) => T | undefined;
}

export const variable = <T>(spec: Omit<ConfigVariable<T>, "secret"> & { readonly secret?: boolean }): ConfigVariable<T> =>
  Object.freeze({ secret: false, ...spec });
