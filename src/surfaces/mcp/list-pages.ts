import { z } from "zod";
import type { AnyOperation } from "../../features/operation.ts";
import { RequestError } from "../../kernel/errors.ts";
import { pageMeta, pageOffset, PageQuery, type PageRequest } from "../../kernel/page.ts";
import { PLAINLY } from "../../kernel/plain-faults.ts";
import { memberFaults } from "../http/member-faults.ts";
import type { Answer } from "./bounded-answer.ts";
import type { Arguments } from "./flat-arguments.ts";

/** REST answers short lists whole, such as a feed's rules. An agent gets them by the page like any other list. */

/** An agent reads a page with every call, so it is shorter than REST's. */
export const PER_PAGE = 10;

export function isWholeList({ output }: AnyOperation): boolean {
  if (!(output instanceof z.ZodObject)) return false;
  const { data, meta } = output.shape;
  return data instanceof z.ZodArray && meta === undefined;
}

/** What is asked of such a list, and the arguments that are the operation's. Throws `validation_failed`. */
export function takePage({ page = 1, per_page: perPage = PER_PAGE, ...own }: Arguments): {
  readonly page: PageRequest;
  readonly own: Arguments;
} {
  const read = PageQuery.safeParse({ page: String(page), per_page: String(perPage) }, PLAINLY);
  if (read.success) return { page: read.data, own };
  const details = memberFaults(read.error);
  const { param = "", message = "" } = details[0] ?? {};
  throw new RequestError("validation_failed", { message: `${param.slice(1)} ${message}`, param, details });
}

/** A list that fits on its first page is answered as REST answers it. */
export function pageOfList(answer: Answer, page: PageRequest): Answer {
  const { data } = answer;
  if (!Array.isArray(data) || (page.page === 1 && data.length <= page.per_page)) return answer;
  const first = pageOffset(page);
  return { ...answer, data: data.slice(first, first + page.per_page), meta: pageMeta(page, data.length) };
}
