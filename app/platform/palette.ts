/**
 * The site's colours, light and dark. What stands alone (mails, documents, pictures, the sandbox's pages) takes them from
 * here; pages take them from app/ui/styles.css, which a test holds equal to this.
 */
export const palette = {
  paper: '#fbfaf6',
  surface: '#ffffff',
  sunken: '#f3f1ea',
  ink: '#1c1b18',
  muted: '#5d5a52',
  line: '#dedacf',
  lineStrong: '#8d887b',
  accent: '#0b5d4b',
  accentStrong: '#074437',
  accentSoft: '#e2f0ea',
  onAccent: '#ffffff',
  marker: '#ffe28a',
  danger: '#a8201a',
  dangerSoft: '#fdecea',
  good: '#14653a',
  goodSoft: '#e5f4ea',
  warn: '#7a4b00',
  warnSoft: '#fff3d6',
} as const;

export const darkPalette = {
  paper: '#151614',
  surface: '#1d1f1c',
  sunken: '#111210',
  ink: '#f0eee6',
  muted: '#aeaaa0',
  line: '#34362f',
  lineStrong: '#85867a',
  accent: '#7fd1b5',
  accentStrong: '#a5e3cd',
  accentSoft: '#1b322b',
  onAccent: '#06261d',
  marker: '#5c4a0c',
  danger: '#ff9d93',
  dangerSoft: '#3a1a17',
  good: '#8fd9aa',
  goodSoft: '#16301f',
  warn: '#f3c774',
  warnSoft: '#35280d',
} as const satisfies Record<keyof typeof palette, string>;

/** The colours as CSS custom properties: `--line-strong: #8d887b; ...`. */
export function customProperties(colors: Record<keyof typeof palette, string>): string {
  return Object.entries(colors)
    .map(([name, color]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${color};`)
    .join(' ');
}
