import { escapeXml } from '#app/platform/documents/escape-xml.ts';
import { outlineText, textWidth } from '#app/platform/documents/outlines.server.ts';
import { palette } from '#app/platform/palette.ts';

/** How a banner or picture is coloured. */
export interface Look {
  ground: string;
  /** A line around what has the colour of most pages. */
  edge: string | null;
  headline: string;
  /** The headline's last line. */
  emphasis: string;
  text: string;
  brand: string;
  brandStroke: string;
  button: string;
  onButton: string;
  /** Ornaments, and the last one of a row. */
  mark: string;
  lastMark: string;
}

const onGreen = '#cfe6dc';

/** The looks an owner can choose from. */
export const looks = {
  light: {
    ground: palette.paper,
    edge: palette.line,
    headline: palette.ink,
    emphasis: palette.accent,
    text: palette.muted,
    brand: palette.accent,
    brandStroke: palette.onAccent,
    button: palette.accent,
    onButton: palette.onAccent,
    mark: palette.accent,
    lastMark: palette.marker,
  },
  green: {
    ground: palette.accent,
    edge: null,
    headline: palette.onAccent,
    emphasis: palette.marker,
    text: onGreen,
    brand: palette.onAccent,
    brandStroke: palette.accent,
    button: palette.marker,
    onButton: palette.ink,
    mark: onGreen,
    lastMark: palette.marker,
  },
  mint: {
    ground: palette.accentSoft,
    edge: null,
    headline: palette.ink,
    emphasis: palette.accent,
    text: '#44514b',
    brand: palette.accent,
    brandStroke: palette.onAccent,
    button: palette.accent,
    onButton: palette.onAccent,
    mark: palette.accent,
    lastMark: palette.marker,
  },
} as const satisfies Record<string, Look>;

/** The name of a look. */
export type LookName = keyof typeof looks;

/** A picture as a file of its own: its ground, its edge and what is drawn on it, top left being 0, 0. */
export function picture(
  { width, height }: { width: number; height: number },
  look: Look,
  description: string,
  shapes: readonly string[],
): string {
  const edge = look.edge
    ? `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="none" stroke="${look.edge}"/>`
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(description)}">
<rect width="${width}" height="${height}" fill="${look.ground}"/>
${[...shapes, edge].filter(Boolean).join('\n')}
</svg>
`;
}

/** The site's sign, a square of this side. */
export function sign(look: Look, x: number, y: number, side: number): string {
  const scale = side / 32;
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})"><rect width="32" height="32" rx="8" fill="${look.brand}"/><path d="M8 23V10l8 8 8-8v13" fill="none" stroke="${look.brandStroke}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></g>`;
}

/** Sign and name in a row whose middle is at `y`. */
export function brandRow(look: Look, name: string, x: number, y: number, size: number): string {
  const side = size * 1.5;
  return (
    sign(look, x, y - side / 2, side) +
    outlineText(name, {
      typeface: 'sans-bold',
      size,
      fill: look.brand,
      x: x + side + size * 0.5,
      y: y + size * 0.35,
    })
  );
}

/** How wide `brandRow` is. */
export const brandRowWidth = (name: string, size: number) => size * 2 + textWidth(name, 'sans-bold', size);

/** How wide a button of this height has to be. */
export const buttonWidth = (label: string, height: number) =>
  textWidth(label, 'sans-bold', height * 0.4) + height * 1.1;

/** A button whose top left corner is at x, y. */
export function button(look: Look, label: string, x: number, y: number, height: number): string {
  const width = buttonWidth(label, height);
  return (
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(height * 0.2)}" fill="${look.button}"/>` +
    outlineText(label, {
      typeface: 'sans-bold',
      size: height * 0.4,
      fill: look.onButton,
      x: x + width / 2,
      y: y + height * 0.64,
      anchor: 'middle',
    })
  );
}

/** The word that tells advertising from the rest, ending at x. */
export function adLabel(look: Look, x: number, baseline: number, size: number): string {
  return outlineText('Ad', {
    typeface: 'sans-bold',
    size,
    fill: look.text,
    x,
    y: baseline,
    anchor: 'end',
  });
}

/** A coordinate with as many digits as a picture needs. */
export const round = (value: number) => Number(value.toFixed(2));
