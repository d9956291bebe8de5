import {
  adLabel,
  brandRow,
  type Look,
  looks,
  picture,
  round,
} from '#app/domain/programme/materials/banner-designs.server.ts';
import { drawHeadline, drawLines, setHeadline } from '#app/domain/programme/materials/headline.server.ts';
import type { PictureWords } from '#app/domain/programme/materials/picture-words.server.ts';
import { drawSteps } from '#app/domain/programme/materials/steps.server.ts';
import { balanceText, outlineText } from '#app/platform/documents/outlines.server.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Items with a box before each. */
function drawBoxes(look: Look, items: readonly string[], box: Box, size: number): string {
  const distance = box.height / items.length;
  const side = size * 1.1;
  return items
    .map((item, index) => {
      const middle = box.y + distance * (index + 0.5);
      const rule =
        index > 0
          ? `<path d="M${round(box.x)} ${round(middle - distance / 2)}h${round(box.width)}" stroke="${look.mark}" stroke-opacity="0.3" stroke-width="2"/>`
          : '';
      return (
        rule +
        `<rect x="${round(box.x)}" y="${round(middle - side / 2)}" width="${round(side)}" height="${round(side)}" rx="${round(side * 0.18)}" fill="none" stroke="${look.mark}" stroke-width="${round(side * 0.09)}"/>` +
        outlineText(item, {
          typeface: 'sans-bold',
          size,
          fill: look.headline,
          x: box.x + side * 1.6,
          y: middle + size * 0.35,
        })
      );
    })
    .join('');
}

/** Words in a column: small line, headline and text, or a list under them; in the middle where nothing follows. */
function drawColumn(words: PictureWords, look: Look, box: Box, unit: number): string[] {
  const { kicker, headline, text, items } = words;
  const kickerSize = unit * 0.034;
  const textSize = unit * 0.043;
  const lines = text ? balanceText(text, 'sans', textSize, box.width) : [];
  const gap = unit * 0.06;
  const kickerHeight = kicker ? kickerSize * 0.7 + gap * 0.8 : 0;
  const textHeight = lines.length > 0 ? gap * 0.8 + lines.length * textSize * 1.35 : 0;
  const room = { width: box.width, height: (box.height - kickerHeight - textHeight) * (items ? 0.42 : 0.86) };
  const set = setHeadline(headline, room, { least: unit * 0.05, most: unit * 0.13 });
  const total = kickerHeight + set.height + textHeight;
  const top = items ? box.y : box.y + (box.height - total) * 0.42;
  const below = top + kickerHeight + set.height;
  const list = { ...box, y: below + gap * 1.1, height: box.y + box.height - below - gap * 1.1 };
  return [
    kicker
      ? outlineText(kicker, {
          typeface: 'sans-bold',
          size: kickerSize,
          fill: look.text,
          x: box.x,
          y: top + kickerSize * 0.7,
        })
      : '',
    drawHeadline(look, set, box.x, top + kickerHeight),
    drawLines(look, lines, { x: box.x, baseline: below + gap * 0.8 + textSize, size: textSize }),
    items ? drawItems(words, look, items, list, unit) : '',
  ];
}

function drawItems(
  { mark }: PictureWords,
  look: Look,
  items: readonly string[],
  box: Box,
  unit: number,
): string {
  const height = Math.min(box.height, items.length * unit * 0.15);
  if (mark === 'box') return drawBoxes(look, items, { ...box, height }, unit * 0.044);
  return drawSteps(look, items, { ...box, height });
}

/** Draws the picture of a post in its size. */
export function drawSocialPicture(words: PictureWords, brand: string): string {
  const { width, height } = words.size;
  const look = looks[words.look];
  const isWide = width > height * 1.5;
  // Networks lay their own buttons over the head and the foot of a picture that fills the screen.
  const isStory = height > width * 1.6;
  const unit = isWide ? height * 1.15 : height > width * 1.2 ? width * 1.15 : width;
  const pad = isWide ? height * 0.115 : width * 0.09;
  const foot = isStory ? height * 0.8 : height - pad;
  const name = unit * 0.034;
  const top = isStory ? height * 0.16 : pad;
  const inner = { x: pad, y: top, width: width - pad * 2, height: foot - name * 4 - top };
  const { items } = words;
  const shapes =
    isWide && items
      ? [
          ...drawColumn({ ...words, items: undefined }, look, { ...inner, width: inner.width * 0.54 }, unit),
          drawItems(
            words,
            look,
            items,
            {
              x: pad + inner.width * 0.63,
              y: inner.y + inner.height * 0.06,
              width: inner.width * 0.37,
              height: inner.height * 0.94,
            },
            unit,
          ),
        ]
      : drawColumn(words, look, inner, unit);
  const said = [words.kicker, words.headline, words.text, ...(items ?? [])].filter(Boolean).join(' ');
  return picture(words.size, look, `${said} (advertisement for ${brand})`, [
    ...shapes,
    `<path d="M${round(pad)} ${round(foot - name * 2.4)}H${round(width - pad)}" stroke="${look.mark}" stroke-opacity="0.35" stroke-width="2"/>`,
    brandRow(look, brand, pad, foot - name * 0.75, name),
    adLabel(look, width - pad, foot - name * 0.4, name),
  ]);
}
