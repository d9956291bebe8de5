import { customProperties, darkPalette, palette } from '#app/platform/palette.ts';

/** What the pages affiliates download have in common: colours in light and dark, type and links. */
export const baseStyle = `
:root {
  color-scheme: light dark;
  ${customProperties(palette)}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${customProperties(darkPalette)}
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { font-family: Georgia, "Times New Roman", serif; line-height: 1.15; text-wrap: balance; margin: 0; }
p, ul, ol { margin: 0; }
a { color: var(--accent); overflow-wrap: anywhere; }
mark { background: ${palette.marker}; color: ${palette.ink}; padding: 0 0.15em; border-radius: 0.2em; }
`.trim();
