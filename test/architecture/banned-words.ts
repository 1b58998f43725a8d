/** Words and turns of phrase that readers stumble over, and what to write instead. They're looked for in everything users read. */
export interface BannedWord {
  readonly pattern: RegExp;
  readonly instead: string;
  /** A sentence that matches this may use the word: there it means something else. */
  readonly unless?: RegExp;
}

export const BANNED_WORDS: readonly BannedWord[] = [
  { pattern: /\bwho(?:m|so)?ever\b/i, instead: "someone who …, clients that …, anyone with …" },
  { pattern: /\bwhatever (?:is|was|has|does|comes|they|it)\b/i, instead: "anything that …, or name the thing" },
  {
    pattern: /^Who (?:[\w']+ ){1,9}?(?:is|are|has|gets?|must|can|may|needs?|sees?|takes?) (?!.*\?)/,
    instead: "name the subject: someone who …, clients that …",
  },
  { pattern: /(?:^|[;:] )Of (?!course)/, instead: "subject, verb, object; don't open with Of" },
  {
    pattern: /(?:^|[;:] )What (?:[\w']+ ){1,12}?(?:is|are|isn't|aren't|stays?|gets?|goes|takes?|comes?) (?!.*\?)/,
    instead: "name the subject instead of 'what …'",
  },
  { pattern: /\bthat(?: is|'s) what\b/i, instead: "say it directly, without 'that is what'" },
  { pattern: /\bof (?:such|before|theirs)\b/i, instead: "these, previous, their" },
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: "fix, repair" },
  { pattern: /\bupon\b/i, instead: "on, when" },
  { pattern: /\b(?:there|where|here)(?:of|in|by|upon|from|to)\b/i, instead: "name the thing: of it, in it, by it" },
  { pattern: /\b(?:hence|thence|whence|thus|lest|ere)\b/i, instead: "so, from, or a new sentence" },
  { pattern: /\bshall\b/i, instead: "must, should" },
  { pattern: /\b(?:some|no|any|every)body\b/i, instead: "someone, no one, anyone, everyone" },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|one\b)/i,
    instead: "isn't a …, has no …; only 'there is no …' is fine",
  },
  {
    pattern: /\ba text\b(?! (?:column|field|file|value|attribute|editor|function|column's)s?\b)|\btexts\b/i,
    instead: "a string, a value, a field",
  },
  {
    pattern: /(?<!^List )\bmembers?\b/i,
    instead: "field",
    unless: /\b(?:organizations?|roles?|owners?|agency|invitations?|invited?s?|people|person)\b/i,
  },
  {
    pattern: /\bby itself[.,;:]|\bby itself$|\bby themselves[.,;:]|\bby themselves$/i,
    instead: "on its own, automatically, or leave it out",
  },
  { pattern: /\bone may\b|\bmay one\b/i, instead: "you can" },
  { pattern: /\bbeside\b/i, instead: "next to, alongside, in addition to" },
  { pattern: /\bso that it be\b/i, instead: "so that it is" },
  { pattern: /\btold\b|\btells? (?:of|which|whether|how|what|about)\b/i, instead: "log, report, show, notify, say" },
  { pattern: /\b(?:stands|lives|lies) for\b/i, instead: "means, represents" },
  {
    pattern: /\bby and by\b|\bthe like\b|\bas good as\b|\bof its own accord\b|\bon end\b/i,
    instead: "gradually, such as, almost, on its own",
  },
  {
    pattern: /\bas it was(?=[.,;:]| before| any|$)|\bwhat it was\b|\bthe one that was\b/i,
    instead: "name the value: its previous value, unchanged",
  },
  { pattern: /\bso many\b/i, instead: "that many" },
  { pattern: /\b(?:an)?other (?:[\w']+ ){1,3}than\b/i, instead: "a currency other than …, a different currency" },
  { pattern: /\bwhatever (?:the|its|their|your)\b/i, instead: "regardless of the …" },
  { pattern: /[;.] null: /i, instead: "If null, …" },
  { pattern: /\bif [\w' ]{1,40}, blank[.;]/i, instead: "give the clause a verb: the result is blank" },
];
