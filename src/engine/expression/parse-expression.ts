import { barePhrase, KEYWORDS, literalWord } from "./bare-words.ts";
import type { ArithmeticOperator, Comparison } from "./expression.ts";
import { TokenReader } from "./token-reader.ts";
import { SyntaxFault, type Token, tokenAt, tokenShown } from "./tokens.ts";
import type { Written } from "./written.ts";

/** How deep expressions nest (rules, section 2). */
export const NESTING_MAX = 64;
/** Nodes one rule may have (architecture, section 1). */
export const NODES_MAX = 2_000;
/** Operators of other languages, and what they are here. */
const FOREIGN: Readonly<Record<string, string>> = { "==": "=", "<>": "!=", "=>": ">=", "=<": "<=" };

/** Reads expressions out of one text, one after another; `when` and what follows an expression is left to the caller. */
export class ExpressionParser extends TokenReader {
  #depth = 0;
  #nodes = 0;
  /** Where an `if (` was found to be no function: read twice at every level, it would be read 2ⁿ times. */
  readonly #sentences = new Set<number>();

  expression(): Written {
    this.#depth += 1;
    if (this.#depth > NESTING_MAX)
      throw new SyntaxFault(`This expression is nested more than ${NESTING_MAX} levels deep. Split it into several rules.`, this.offset);
    const found = this.#chain("or", "any", () => this.#chain("and", "all", () => this.#negation()));
    this.#depth -= 1;
    return found;
  }

  #made<T extends Written>(node: T): T {
    this.#nodes += 1;
    if (this.#nodes > NODES_MAX)
      throw new SyntaxFault(`This expression has more than ${NODES_MAX} parts. Split it into several rules.`, node.at);
    return node;
  }

  #chain(word: string, kind: "all" | "any", part: () => Written): Written {
    const first = part();
    const parts = [first];
    while (this.takes(word)) parts.push(part());
    return parts.length === 1 ? first : this.#made({ kind, parts, at: first.at });
  }

  #negation(): Written {
    const token = this.peek();
    if (!(token.kind === "word" && token.value.toLowerCase() === "not")) return this.#comparison();
    this.take();
    this.#depth += 1;
    if (this.#depth > NESTING_MAX)
      throw new SyntaxFault(`This expression is nested more than ${NESTING_MAX} levels deep. Split it into several rules.`, token.start);
    const value = this.#negation();
    this.#depth -= 1;
    return this.#made({ kind: "not", value, at: token.start });
  }

  #comparison(): Written {
    const left = this.#joined();
    const operator = this.#operator();
    if (operator === undefined) return left;
    const { word, negated, at } = operator;
    const node = this.#compared(left, word, at);
    return negated ? this.#made({ kind: "not", value: node, at }) : node;
  }

  #compared(left: Written, word: string, at: number): Written {
    if (word === "blank") return this.#made({ kind: "blank", value: left, at });
    const caseSensitive = this.#caseMark();
    if (word === "in") return this.#made({ kind: "in", value: left, words: this.#words(), caseSensitive, at });
    if (word === "between") {
      const low = this.#operand();
      this.expect("and", "between the two values of `between`");
      return this.#made({ kind: "between", value: left, low, high: this.#operand(), caseSensitive, at });
    }
    const right = this.#operand();
    return this.#made({ kind: "compare", operator: comparisonOf(word), left, right, caseSensitive, at });
  }

  /** `cs` after an operator; a text may begin with the letters too. */
  #caseMark(): boolean {
    const token = this.peek();
    if (token.kind !== "word" || token.value !== "cs") return false;
    const next = tokenAt(this.source, token.end);
    if (next.kind === "end" || (next.kind === "symbol" && next.value === ")")) return false;
    this.offset = token.end;
    return true;
  }

  #operator(): { readonly word: string; readonly negated: boolean; readonly at: number } | undefined {
    const token = this.peek();
    if (token.kind === "symbol") {
      if (!["=", "!=", "<", "<=", ">", ">="].includes(token.value)) return undefined;
      this.take();
      const foreign = `${token.value}${this.source[token.end] ?? ""}`;
      const meant = FOREIGN[foreign];
      if (meant !== undefined) throw new SyntaxFault(`Write \`${meant}\` instead of \`${foreign}\`.`, token.start);
      return { word: token.value, negated: false, at: token.start };
    }
    if (token.kind !== "word") return undefined;
    const start = this.offset;
    const word = token.value.toLowerCase();
    const found = word === "not" ? this.#negatedOperator() : this.#wordOperator(word);
    if (found === undefined) this.offset = start;
    return found === undefined ? undefined : { ...found, at: token.start };
  }

  #negatedOperator(): { readonly word: string; readonly negated: boolean } | undefined {
    this.take();
    const next = this.peek();
    const found = next.kind === "word" ? this.#wordOperator(next.value.toLowerCase()) : undefined;
    if (found === undefined || found.negated) return undefined;
    return found.word === "=" ? { word: "!=", negated: false } : { word: found.word, negated: true };
  }

  #wordOperator(word: string): { readonly word: string; readonly negated: boolean } | undefined {
    switch (word) {
      case "contains":
      case "matches":
      case "in":
      case "between":
        this.take();
        return { word, negated: false };
      case "equals":
        this.take();
        return { word: "=", negated: false };
      case "starts":
      case "ends":
        this.take();
        if (!this.takes("with")) return undefined;
        return { word: `${word} with`, negated: false };
      case "is": {
        this.take();
        const negated = this.takes("not");
        if (this.takes("blank")) return { word: "blank", negated };
        return { word: negated ? "!=" : "=", negated: false };
      }
      default:
        return undefined;
    }
  }

  #words(): readonly Written[] {
    this.expect("(", "after `in`");
    const words = [this.#operand()];
    while (this.takes(",")) words.push(this.#operand());
    this.expect(")", "after the list of `in`");
    return words;
  }

  /** The right side of a comparison: a bare phrase where one stands alone, else an expression. */
  #operand(): Written {
    return this.#phrase() ?? this.#joined();
  }

  #phrase(): Written | undefined {
    const found = barePhrase(this.source, this.nextStart());
    if (found === undefined) return undefined;
    this.offset = found.end;
    return this.#made(found.written);
  }

  #joined(): Written {
    const first = this.#sum();
    const parts = [first];
    while (this.takes("&")) parts.push(this.#sum());
    return parts.length === 1 ? first : this.#made({ kind: "join", parts, at: first.at });
  }

  #sum(): Written {
    return this.#leftToRight(["+", "-"], () => this.#leftToRight(["*", "/"], () => this.#signed()));
  }

  #leftToRight(operators: readonly ArithmeticOperator[], part: () => Written): Written {
    let left = part();
    for (;;) {
      const operator = operators.find((symbol) => this.takes(symbol));
      if (operator === undefined) return left;
      left = this.#made({ kind: "arithmetic", operator, left, right: part(), at: left.at });
    }
  }

  #signed(): Written {
    const token = this.peek();
    if (!this.takes("-")) return this.#primary();
    const next = this.peek();
    if (next.kind === "number") {
      this.take();
      return this.#made({ kind: "number", value: `-${next.value}`, at: token.start });
    }
    this.#depth += 1;
    if (this.#depth > NESTING_MAX)
      throw new SyntaxFault(`This expression is nested more than ${NESTING_MAX} levels deep. Split it into several rules.`, token.start);
    const value = this.#signed();
    this.#depth -= 1;
    return this.#made({ kind: "negative", value, at: token.start });
  }

  #primary(): Written {
    const token = this.take();
    switch (token.kind) {
      case "text":
        return this.#made({ kind: "text", value: token.value, at: token.start });
      case "number":
        return this.#made({ kind: "number", value: token.value, at: token.start });
      case "column":
        return this.#made({ kind: "column", side: token.side, name: token.value, at: token.start });
      case "word":
        return this.#word(token);
      case "symbol":
        if (token.value === "(") {
          const inner = this.expression();
          this.expect(")", "to close the parenthesis");
          return inner;
        }
        break;
      case "end":
        break;
      default:
        token satisfies never;
    }
    throw new SyntaxFault(`Expected a value (a column, text in quotes, a number or a function), found ${tokenShown(token)}.`, token.start);
  }

  #word(token: Extract<Token, { kind: "word" }>): Written {
    const word = token.value.toLowerCase();
    const known = literalWord(word, token.start);
    if (known !== undefined) return this.#made(known);
    if (word === "if") return this.#conditional(token.start);
    if (word === "case") return this.#cases(token.start);
    if (this.takes("(")) return this.#made({ kind: "call", name: token.value, args: this.#arguments(), at: token.start });
    if (KEYWORDS.has(word)) {
      throw new SyntaxFault(`Expected a value before \`${token.value}\`. Put text in quotes: "${token.value}".`, token.start);
    }
    return this.#made({ kind: "column", side: null, name: token.value.normalize("NFC"), at: token.start });
  }

  #arguments(): readonly Written[] {
    if (this.takes(")")) return [];
    const args = [this.expression()];
    while (this.takes(",")) args.push(this.expression());
    this.expect(")", "or `,` after an argument");
    return args;
  }

  /** `if c then a else b`, and the function form `if(c, a, b)`. */
  #conditional(at: number): Written {
    const [start, nodes] = [this.offset, this.#nodes];
    if (!this.#sentences.has(start) && this.takes("(")) {
      const condition = this.expression();
      if (this.takes(",")) {
        const then = this.expression();
        const otherwise: Written = this.takes(",") ? this.expression() : { kind: "blank-value", at };
        this.expect(")", "after the arguments of `if`");
        return this.#made({ kind: "case", branches: [{ when: condition, then }], otherwise, at });
      }
      this.#sentences.add(start);
      this.offset = start;
      this.#nodes = nodes;
    }
    const condition = this.expression();
    this.expect("then", "after the condition of `if`");
    const then = this.expression();
    this.expect("else", "after the value of `then`");
    return this.#made({ kind: "case", branches: [{ when: condition, then }], otherwise: this.expression(), at });
  }

  #cases(at: number): Written {
    const branches: { readonly when: Written; readonly then: Written }[] = [];
    while (this.takes("when")) {
      const condition = this.expression();
      this.expect("then", "after the condition of `when`");
      branches.push({ when: condition, then: this.expression() });
    }
    const token = this.peek();
    if (branches.length === 0) throw new SyntaxFault(`Expected \`when\` after \`case\`, found ${tokenShown(token)}.`, token.start);
    const otherwise: Written = this.takes("else") ? this.expression() : { kind: "blank-value", at: token.start };
    this.expect("end", "to close `case`");
    return this.#made({ kind: "case", branches, otherwise, at });
  }
}

function comparisonOf(word: string): Comparison | "matches" {
  switch (word) {
    case "=":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "contains":
    case "starts with":
    case "ends with":
    case "matches":
      return word;
    default:
      throw new RangeError(`${word} isn't a comparison`);
  }
}
