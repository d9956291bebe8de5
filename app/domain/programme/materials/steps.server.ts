import { type Look, round } from '#app/domain/programme/materials/banner-designs.server.ts';
import { fitText, outlineText } from '#app/platform/documents/outlines.server.ts';
import { palette } from '#app/platform/palette.ts';

/** Steps on a path from the top of a box to its foot, numbered, the last one marked. */
export function drawSteps(
  look: Look,
  steps: readonly string[],
  box: { x: number; y: number; width: number; height: number },
): string {
  const radius = Math.min((box.height / steps.length) * 0.3, box.width * 0.12, 36);
  const top = box.y + radius;
  const foot = box.y + box.height - radius;
  const distance = (foot - top) / Math.max(1, steps.length - 1);
  const textLeft = box.x + radius * 2 + radius * 0.8;
  const room = { width: box.x + box.width - textLeft, height: radius * 1.6 };
  // One size for all: that of the step which needs the smallest.
  const size = Math.min(
    ...steps.map(
      (step) => fitText(step, 'sans-bold', room, { least: 10, most: radius * 1.05, lineHeight: 1.2 }).size,
    ),
  );
  const middle = box.x + radius;
  const path = `<path d="M${round(middle)} ${round(top)}V${round(foot)}" stroke="${look.mark}" stroke-width="${round(Math.max(1.5, radius * 0.1))}"/>`;
  const places = steps.map((step, index) => {
    const y = top + index * distance;
    const isLast = index === steps.length - 1;
    const fill = isLast ? look.lastMark : look.mark;
    const onMark = isLast ? palette.ink : look.ground;
    return (
      `<circle cx="${round(middle)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>` +
      outlineText(String(index + 1), {
        typeface: 'sans-bold',
        size: radius * 1.05,
        fill: onMark,
        x: middle,
        y: y + radius * 0.37,
        anchor: 'middle',
      }) +
      outlineText(step, { typeface: 'sans-bold', size, fill: look.headline, x: textLeft, y: y + size * 0.35 })
    );
  });
  return [path, ...places].join('');
}
