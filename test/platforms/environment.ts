/** Variables by name, as a command is started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable that a real platform's test can't do without. */
export function requireVariable(env: Environment, name: string): string {
  const value = env[name] ?? "";
  if (value === "") throw new Error(`${name} isn't set`);
  return value;
}
