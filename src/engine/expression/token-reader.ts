import { SyntaxFault, type Token, tokenAt, tokenShown } from "./tokens.ts";

/** Takes the words of one text in turn, on demand: what comes next may depend on what came before. */
export class TokenReader {
  readonly source: string;
  protected offset: number;
  #peeked: { readonly from: number; readonly token: Token } | undefined;

  constructor(source: string, from = 0) {
    this.source = source;
    this.offset = from;
  }

  /** What comes next, not taken. */
  peek(): Token {
    // Every level of the grammar looks at the same word before one of them takes it.
    if (this.#peeked?.from !== this.offset) this.#peeked = { from: this.offset, token: tokenAt(this.source, this.offset) };
    return this.#peeked.token;
  }

  take(): Token {
    const token = this.peek();
    this.offset = token.end;
    return token;
  }

  /** Takes the next token where it is this word (ignoring case) or symbol. */
  takes(value: string): boolean {
    const token = this.peek();
    const same = (token.kind === "word" && token.value.toLowerCase() === value) || (token.kind === "symbol" && token.value === value);
    if (same) this.offset = token.end;
    return same;
  }

  expect(value: string, after: string): void {
    const token = this.peek();
    if (!this.takes(value)) throw new SyntaxFault(`Expected \`${value}\` ${after}, found ${tokenShown(token)}.`, token.start);
  }

  /** Nothing may follow. */
  finish(): void {
    const token = this.peek();
    if (token.kind !== "end")
      throw new SyntaxFault(`Expected an operator or the end, found ${tokenShown(token)}.${hint(token)}`, token.start);
  }

  /** Where the next word begins, whatever it is. */
  protected nextStart(): number {
    const spaces = /[\s\u00A0\u202F\uFEFF]*/y;
    spaces.lastIndex = this.offset;
    return this.offset + (spaces.exec(this.source)?.[0].length ?? 0);
  }
}

function hint(token: Token): string {
  if (token.kind === "symbol" && token.value === ":") return " Put text with such characters in quotes.";
  if (token.kind === "word") return " Put text of several words in quotes.";
  return token.kind === "column" || token.kind === "text" ? " Join values with &." : "";
}
