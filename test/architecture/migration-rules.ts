/** What the rules of CONTRIBUTING.md find in a migration: each is a sentence. Comments and the bodies of functions are no statements. */
export function migrationFaults(name: string, text: string): readonly string[] {
  const contract = /^-- contract: unused since [0-9]+\.[0-9]+\.[0-9]+, schema ([0-9]{4})$/m.exec(text);
  if (contract !== null)
    return Number(contract[1]) < Number(name.slice(0, 4)) ? [] : ["a contract step names the schema of a release before its own"];
  const sql = text
    .replace(/--.*$/gm, "")
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .toLowerCase();
  const made = new Set([...sql.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)].map(([, table]) => table));
  const isBrief = /--.*\bBrief: /.test(text);
  return sql
    .split(";")
    .map((statement) => statement.trim().replace(/\s+/g, " "))
    .flatMap((statement) => [...droppedBy(statement), ...alteredBy(statement, made), ...indexedBy(statement, { made, isBrief })]);
}

function droppedBy(statement: string): readonly string[] {
  if (/^drop\b/.test(statement)) return [`\`${statement}\` drops what an older release may use`];
  if (/^create or replace function\b/.test(statement))
    return [`\`${statement}\` replaces what an older release calls; give the new one its own name`];
  return [];
}

function alteredBy(statement: string, made: ReadonlySet<string | undefined>): readonly string[] {
  const [, table, actions = ""] = /^alter table (?:only )?(\w+) (.*)$/.exec(statement) ?? [];
  if (table === undefined || made.has(table)) return [];
  return parts(actions).flatMap((action) => faultOf(action).map((fault) => `\`${action}\` of ${table} ${fault}`));
}

function faultOf(action: string): readonly string[] {
  if (/^drop\b/.test(action)) return ["drops what an older release may use"];
  if (/^rename\b/.test(action)) return ["renames what an older release uses"];
  if (/^alter (?:column )?\w+ (?:set data )?type\b/.test(action)) return ["changes a type and rewrites the table"];
  if (/\bset not null\b/.test(action)) return ["makes a column not null, which an older release may not fill"];
  if (/^add (?:column )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b)/.test(action))
    return /\bnot null\b/.test(action) && !/\bdefault\b/.test(action) ? ["adds a column that is not null without a default"] : [];
  if (/^add\b/.test(action) && !/\bnot valid\b/.test(action)) return ["checks all rows under a lock; add it as not valid"];
  return [];
}

interface Indexing {
  readonly made: ReadonlySet<string | undefined>;
  readonly isBrief: boolean;
}

function indexedBy(statement: string, { made, isBrief }: Indexing): readonly string[] {
  const [, table] = /^create (?:unique )?index .*?\bon (?:only )?(\w+)/.exec(statement) ?? [];
  if (table === undefined || made.has(table) || isBrief) return [];
  return [`\`${statement}\` builds an index while nobody can write to ${table}; say with \`-- Brief: \` why that takes no time`];
}

/** Actions are parted by commas outside brackets. */
function parts(actions: string): readonly string[] {
  const found: string[] = [""];
  let depth = 0;
  for (const character of actions) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) found.push("");
    else found[found.length - 1] += character;
  }
  return found.map((part) => part.trim());
}
