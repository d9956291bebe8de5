import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OwnEarnings } from '#app/routes/member/dashboard/own-earnings.server.tsx';

const textOf = (cents: number) =>
  renderToStaticMarkup(
    <OwnEarnings
      currency="usd"
      monthCents={14_100}
      nextPayout={{ at: new Date('2026-12-15T00:00:00Z'), cents }}
      minimumCents={10_000}
    />,
  ).replace(/<[^>]+>/g, ' ');

it('names the next payout and its day where there is one', () => {
  expect(textOf(44_650)).toMatch(/Next payout, December 15, 2026\s+\$446\.50/);
  expect(textOf(44_650)).toMatch(/This month\s+\$141/);
});

it('calls what is too little for a payout, or below zero, a balance', () => {
  expect(textOf(2_350)).toMatch(/Balance\s+\$23\.50/);
  expect(textOf(-2_350)).toMatch(/Balance\s+\u2212\$23\.50/);
});
