import { createHash } from 'node:crypto';
import { customProperties, darkPalette, palette } from '#app/platform/palette.ts';

/** The colors that an embed can be accented in, light and dark: white, or ink, stands on them with enough contrast. */
const accents = {
  teal: [palette.accent, darkPalette.accent],
  indigo: ['#3a3a9c', '#aab2ff'],
  rose: ['#9b1c4a', '#ffa3c2'],
  graphite: ['#2f3136', '#d6d8dc'],
} as const;

const accentRules = (index: 0 | 1, scope: string) =>
  Object.entries(accents)
    .map(([name, colors]) => `${scope}[data-accent="${name}"]{--accent:${colors[index]}}`)
    .join('');

/** The whole style of an embed: the same text for all, so that its hash can stand in the policy. */
export const widgetStyles = [
  `html{${customProperties(palette)}color-scheme:light}`,
  accentRules(0, 'html'),
  `html[data-theme="dark"]{${customProperties(darkPalette)}color-scheme:dark}`,
  accentRules(1, 'html[data-theme="dark"]'),
  `@media (prefers-color-scheme:dark){html[data-theme="auto"]{${customProperties(darkPalette)}color-scheme:dark}`,
  `${accentRules(1, 'html[data-theme="auto"]')}}`,
  '*{box-sizing:border-box;margin:0}',
  'body{padding:1.25rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--surface);overflow-wrap:anywhere}',
  'h1{font:600 1.25rem/1.25 Georgia,serif;text-wrap:balance}',
  '.brand{font-size:.8125rem;color:var(--muted);margin-bottom:.375rem}',
  '.lead{color:var(--muted);margin-top:.5rem}',
  '.figure{font:500 2.75rem/1 Georgia,serif;margin-top:.875rem;font-variant-numeric:tabular-nums}',
  '.figure small{font:1rem/1.5 system-ui,sans-serif;color:var(--muted)}',
  'ul{list-style:none;padding:0;margin-top:1rem;border-top:1px solid var(--line)}',
  'li{padding:.625rem 0;border-bottom:1px solid var(--line)}',
  'li strong{display:block;font-weight:600}',
  'li span{font-size:.875rem;color:var(--muted)}',
  'blockquote{font:1.25rem/1.4 Georgia,serif;border-left:3px solid var(--accent);padding-left:1rem}',
  'figcaption{margin-top:.75rem;color:var(--muted);font-size:.875rem}',
  '.button{display:inline-flex;align-items:center;min-height:2.75rem;margin-top:1.125rem;padding:.5rem 1.125rem;border-radius:.5rem;background:var(--accent);color:var(--surface);font-weight:600;text-decoration:none}',
  '.button:hover{text-decoration:underline}',
  'a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}',
  '.note{margin-top:.625rem;font-size:.8125rem;color:var(--muted)}',
].join('');

/** What a policy names it by. */
export const widgetStylesHash = `'sha256-${createHash('sha256').update(widgetStyles).digest('base64')}'`;
