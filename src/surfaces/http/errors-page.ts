import { ERRORS } from "../../kernel/errors.ts";
import { entriesOf } from "../../kernel/unsafe.ts";
import { layout } from "./page-layout.ts";
import { html, inline } from "./page-markup.ts";

/** Every code that an answer may have, each with a place of its own: where `doc_url` leads. */
export function errorsPage(publicUrl: string): string {
  const content = html` <p>
      Every error has the form <code>{"error": {…}}</code>: a <code>code</code> for programs, a <code>message</code> for people, and one
      entry in <code>details</code> for each invalid field. Include the <code>request_id</code> when you contact us about a request.
    </p>
    ${entriesOf(ERRORS).map(
      ([code, { status, retryable, sentence }]) =>
        html`<section>
          <h3 id="${code}"><code>${code}</code></h3>
          <p>${inline(sentence)}</p>
          <p><small>Status ${status}. ${retryable ? "The same request may succeed later." : "The same request will fail again."}</small></p>
        </section>`,
    )}`;
  const codes = html`<ul>
    <li><a href="${publicUrl}/docs">Reference</a></li>
    <li>
      <a href="#">Errors</a>
      <ul>
        ${entriesOf(ERRORS).map(([code]) => html`<li><a href="#${code}">${code}</a></li>`)}
      </ul>
    </li>
  </ul>`;
  return layout({ title: "Errors", navigation: codes, content });
}
