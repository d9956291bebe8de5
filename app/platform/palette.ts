/** The site's light palette, for documents and pictures that stand alone (app/ui/styles.css has it for pages). */
export const palette = {
  paper: '#fbfaf6',
  surface: '#ffffff',
  ink: '#1c1b18',
  muted: '#5d5a52',
  line: '#dedacf',
  accent: '#0b5d4b',
  accentSoft: '#e2f0ea',
  onAccent: '#ffffff',
  marker: '#ffe28a',
} as const;
