import { customProperties, darkPalette, palette } from '#app/platform/palette.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is already safe. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Html = Markup;

function asText(value: unknown): string {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(asText).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** A template whose values are escaped, unless they are templates themselves. */
export function html(parts: TemplateStringsArray, ...values: unknown[]): Html {
  return new Markup(parts.reduce((text, part, index) => text + asText(values[index - 1]) + part));
}

/** A whole page of the sandbox, which says on top that it is one. It runs no script. */
export function page(title: string, body: Html, banner = 'Sandbox: no money moves'): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/sandbox/sandbox.css">
</head>
<body>
<header class="banner">${banner}</header>
<main>${body}</main>
</body>
</html>`.text;
}

export const stylesheet = `
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto } }
:root { ${customProperties(palette)} color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { ${customProperties(darkPalette)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
.banner { margin: 0; padding: .5rem 1rem; background: var(--warn-soft); color: var(--warn); text-align: center; font-weight: 600; font-size: .9375rem; }
main { max-width: 27rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .25rem; }
.amount { font-size: 2.25rem; font-weight: 700; line-height: 1.2; margin: 0 0 1.5rem; }
.amount small { display: inline-block; font-size: 1rem; font-weight: 400; color: var(--muted); }
form { display: grid; gap: 1.1rem; background: var(--surface); border: 1px solid var(--line-strong); border-radius: .75rem; padding: 1.25rem; }
label { display: block; font-weight: 600; font-size: .9375rem; margin-bottom: .35rem; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line-strong); border-radius: .5rem; }
input[type="radio"] { width: 1.25rem; min-height: 1.25rem; margin: .2rem 0 0; flex: none; accent-color: var(--accent); }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .5rem; }
legend { padding: 0; margin-bottom: .35rem; font-weight: 600; font-size: .9375rem; }
.choice { display: flex; gap: .6rem; align-items: flex-start; font-weight: 400; font-size: 1rem; margin: 0; }
.steps { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
form + form { margin-top: 1rem; }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem; }
ol { padding-left: 1.25rem; margin: 0; font-size: .9375rem; }
.notice { border-left: 4px solid var(--accent); padding: .5rem .75rem; background: var(--surface); }
input[aria-invalid] { border-color: var(--danger); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); align-items: start; gap: 1rem; }
.error { color: var(--danger); font-size: .9375rem; margin: .35rem 0 0; font-weight: 500; }
dl + form { margin-top: 1rem; }
button { min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 700; border: 1px solid transparent; border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.secondary { background: transparent; color: var(--danger); border-color: var(--danger); }
a { color: var(--accent); }
.hint, dl { font-size: .9375rem; color: var(--muted); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: .5rem 0 0; }
dd { margin: 0; } dt { font-variant-numeric: tabular-nums; color: var(--ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
