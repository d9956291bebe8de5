import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { customProperties, darkPalette, palette } from '#app/platform/palette.ts';

const [, light = '', dark = '', chosenDark = ''] = readFileSync('app/ui/styles.css', 'utf8').split(
  /:root(?:\S*\["?data-theme="?[a-z]+"?\]\)?)? \{/,
);
const colorsIn = (block: string) => block.match(/--[a-z-]+: #[0-9a-f]{6};/g)?.join(' ');

describe('the palette', () => {
  it('is the stylesheet’s in light', () => {
    expect(colorsIn(light)).toBe(customProperties(palette));
  });

  it('is the stylesheet’s in dark', () => {
    expect(colorsIn(dark)).toBe(customProperties(darkPalette));
  });

  it('is the same dark where somebody chose it', () => {
    expect(colorsIn(chosenDark)).toBe(customProperties(darkPalette));
  });
});
