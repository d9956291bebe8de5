import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BarChart } from '#app/ui/bar-chart.tsx';

const barsOf = (html: string) =>
  [...html.matchAll(/<rect [^>]*\by="([\d.]+)"[^>]*\bheight="([\d.]+)"/g)].map(([, y, tall]) => [
    Number(y),
    Number(tall),
  ]);

it('draws what is below zero from the line downward, and names the lowest value at the axis', () => {
  const html = renderToStaticMarkup(
    <BarChart
      title="Net"
      bars={[
        { label: 'Jan', value: 100 },
        { label: 'Feb', value: -50, isUnfinished: true },
      ]}
    />,
  );
  // The axis goes from 100 to −50, so the line of zero is at two thirds.
  const [first, second] = barsOf(html);
  expect(first?.[0]).toBeCloseTo(0, 6);
  expect(first?.[1]).toBeCloseTo(200 / 3, 6);
  expect(second?.[0]).toBeCloseTo(200 / 3, 6);
  expect(second?.[1]).toBeCloseTo(100 / 3, 6);
  expect(html).toContain('>-50</text>');
  expect(html).toContain('Feb: -50 so far');
  expect(html).toContain('Lighter: Feb is not over yet.');
});
