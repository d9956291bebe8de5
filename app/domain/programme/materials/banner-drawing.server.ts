import {
  adLabel,
  brandRow,
  brandRowWidth,
  button,
  buttonWidth,
  type Look,
  looks,
  picture,
  sign,
} from '#app/domain/programme/materials/banner-designs.server.ts';
import { drawHeadline, drawLines, setHeadline } from '#app/domain/programme/materials/headline.server.ts';
import type { BannerWords } from '#app/domain/programme/materials/picture-words.server.ts';
import { drawSteps } from '#app/domain/programme/materials/steps.server.ts';
import { balanceText, fitText } from '#app/platform/documents/outlines.server.ts';

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/** A strip: sign and words to the left, the button to the right, all on the middle line. */
function drawStrip({ size: { width, height }, ...words }: BannerWords, brand: string, look: Look): string[] {
  const pad = between(10, height * 0.16, 44);
  const buttonHeight = between(28, height * 0.42, 64);
  const pressed = buttonWidth(words.button, buttonHeight);
  const label = between(9, height * 0.09, 14);
  const buttonLeft = width - pad - pressed - (height < 60 ? label * 1.6 : 0);
  const left = pad + (height < 60 ? height * 0.56 + 10 : 0);
  const room = { width: buttonLeft - left - pad, height: height * (height < 60 ? 0.62 : 0.4) };
  const set = setHeadline(words.headline, room, { least: 11, most: height * (height > 200 ? 0.21 : 0.32) });
  const shapes = [
    button(look, words.button, buttonLeft, (height - buttonHeight) / 2, buttonHeight),
    adLabel(look, width - (height < 60 ? 5 : pad * 0.6), label * 1.35, label),
  ];
  if (height < 60)
    return [
      ...shapes,
      sign(look, pad, height * 0.22, height * 0.56),
      drawHeadline(look, set, left, (height - set.height) / 2),
    ];
  const name = between(12, height * 0.1, 22);
  const text = fitText(
    words.text,
    'sans',
    { width: room.width, height: 40 },
    { least: 11, most: between(12, height * 0.085, 21), lineHeight: 1.35 },
  );
  const gap = between(10, height * 0.09, 24);
  const total = name * 1.5 + gap + set.height + gap + text.size * text.lines.length * 1.05;
  const top = (height - total) / 2;
  const belowName = top + name * 1.5 + gap;
  return [
    ...shapes,
    brandRow(look, brand, left, top + name * 0.75, name),
    drawHeadline(look, set, left, belowName),
    drawLines(look, text.lines, {
      x: left,
      baseline: belowName + set.height + gap + text.size * 0.8,
      size: text.size,
    }),
  ];
}

/** A box or a tower: name above, headline, steps where there is room, text and button at the foot. */
function drawBlock({ size: { width, height }, ...words }: BannerWords, brand: string, look: Look): string[] {
  const isTower = height > width * 1.5;
  const isWide = width > height * 1.5;
  const pad = between(14, width * 0.08, 84);
  const inner = width - pad * 2;
  const label = between(10, width * 0.03, 26);
  // The steps of a wide picture stand beside the words, in the others below the headline.
  const column = isWide && words.steps ? inner * 0.58 : inner;
  let name = between(13, width * 0.045, 34);
  while (brandRowWidth(brand, name) > inner - (isTower ? 0 : label * 3) && name > 8) name -= 0.5;
  const nameRow = pad + name * 0.75;
  const buttonHeight = between(34, width * 0.11, 84);
  const buttonTop = height - pad - buttonHeight;
  const textSize = between(13, width * 0.044, isWide ? 27 : 36);
  const lines = balanceText(words.text, 'sans', textSize, column);
  const textTop = buttonTop - textSize * 0.9 - lines.length * textSize * 1.35;
  const top = nameRow + name * 0.75 + between(18, height * 0.06, 80);
  const stepsBelow = Boolean(words.steps) && !isWide;
  const share = stepsBelow ? (isTower ? 0.36 : 0.4) : 0.76;
  const room = { width: column, height: (textTop - top) * share };
  const set = setHeadline(words.headline, room, { least: 16, most: isTower ? width * 0.19 : width * 0.14 });
  // Without steps the headline stands in the middle of what is left.
  const headlineTop = stepsBelow ? top : top + Math.max(0, (textTop - top - set.height) * 0.4);
  const shapes = [
    brandRow(look, brand, pad, nameRow, name),
    adLabel(look, width - pad * 0.6, isTower ? height - label * 0.7 : pad * 0.5 + label, label),
    drawHeadline(look, set, pad, headlineTop),
    drawLines(look, lines, { x: pad, baseline: textTop + textSize, size: textSize }),
    button(look, words.button, pad, buttonTop, buttonHeight),
  ];
  if (!words.steps) return shapes;
  const below = headlineTop + set.height;
  const box = isWide
    ? { x: pad + inner * 0.68, y: height * 0.2, width: inner * 0.32, height: height * 0.6 }
    : { x: pad, y: below + (textTop - below) * 0.14, width: inner, height: (textTop - below) * 0.74 };
  return [...shapes, drawSteps(look, words.steps, box)];
}

/** Draws a banner in its size. */
export function drawBanner(banner: BannerWords, brand: string): string {
  const look = looks[banner.look];
  const { width, height } = banner.size;
  const draw = width > height * 2.4 ? drawStrip : drawBlock;
  return picture(
    banner.size,
    look,
    `Advertisement for ${brand}: ${banner.headline}`,
    draw(banner, brand, look),
  );
}
