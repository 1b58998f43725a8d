import { html, type Markup } from "./page-markup.ts";

/** Follows the reader's light or dark setting; on a phone the navigation lists the groups only. */
const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --quiet: #59636e; --line: #d5dae0; --ground: #ffffff; --panel: #f5f7f9; --accent: #0b6b50; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e7ea; --quiet: #9aa4ae; --line: #333b44; --ground: #14181c; --panel: #1c2228; --accent: #5ecba7; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { background: var(--panel); border-radius: 3px; padding: 0.1em 0.3em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; }
pre code { padding: 0; background: none; }
small { color: var(--quiet); font-size: 0.85em; }
h1 { font-size: 1.7rem; margin: 0 0 1rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2.5rem 0 0.25rem; }
h4 { font-size: 0.95rem; margin: 1.25rem 0 0.4rem; color: var(--quiet); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid var(--line); min-width: 6rem; }
th { color: var(--quiet); font-weight: 600; }
.route { font-weight: 600; background: none; padding: 0; }
.method { display: inline-block; font-weight: 700; color: var(--accent); min-width: 3.2rem; background: none; padding: 0; }
nav { padding: 1rem 1.25rem; border-bottom: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
nav li ul { display: none; }
nav a { text-decoration: none; }
main { padding: 1.5rem 1.25rem 4rem; max-width: 60rem; min-width: 0; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  nav > ul { display: block; }
  nav > ul > li { margin-bottom: 0.75rem; }
  nav li ul { display: block; padding-left: 0.75rem; font-size: 0.875rem; }
  nav li ul a { color: var(--text); }
  main { padding: 2rem 3rem 6rem; }
}`;

interface Page {
  readonly title: string;
  readonly navigation: Markup;
  readonly content: Markup;
}

export function layout({ title, navigation, content }: Page): string {
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ markup: STYLE }}
        </style>
      </head>
      <body>
        <nav aria-label="Contents">${navigation}</nav>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.markup
  }`;
}
