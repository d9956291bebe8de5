import { randomUUID } from 'node:crypto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { RouterContextProvider } from 'react-router';
import { expect } from 'vitest';
import { plainViewer, type Viewer } from '#app/domain/core/access/viewer.ts';
import { readRange } from '#app/domain/operating/analytics/range.ts';
import { findReferrers } from '#app/domain/operating/analytics/referrers.server.ts';
import { findRevenue } from '#app/domain/operating/analytics/revenue.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import * as AffiliatesPage from '#app/routes/admin/analytics/affiliates.tsx';
import * as CoursesPage from '#app/routes/admin/analytics/courses.tsx';
import { loader as readFile } from '#app/routes/admin/analytics/file.ts';
import * as FunnelPage from '#app/routes/admin/analytics/funnel.tsx';
import * as ReferrersPage from '#app/routes/admin/analytics/referrers.tsx';
import * as RetentionPage from '#app/routes/admin/analytics/retention.tsx';
import * as SearchesPage from '#app/routes/admin/analytics/searches.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { drawnTable, linesOf } from '#tests/integration/drawn-figures.ts';

const owner: Viewer = {
  ...plainViewer,
  id: randomUUID(),
  sessionId: randomUUID(),
  email: 'owner@example.com',
  name: 'Olga Owner',
  role: 'admin',
  adminLevel: 'owner',
};

/** What an address of the admin area shows of the figures, as a page is drawn of it. */
export async function drawn(page: { loader: unknown; default: unknown }): Promise<string> {
  const url = new URL('http://site.example/?range=12m');
  const context = new RouterContextProvider();
  context.set(memberContext, owner);
  const loaderData = await (page.loader as (args: object) => Promise<object>)({ url, context });
  return renderToStaticMarkup(createElement(page.default as never, { loaderData } as never));
}

/** Each page of figures: its tables, the file of each, and the column that its bars draw or from which on its cells are shaded. */
const figurePages = [
  { page: FunnelPage, tables: [{ caption: 'Steps from visitor to second month', file: 'funnel', bar: 0 }] },
  {
    page: RetentionPage,
    tables: [
      {
        caption: "Share of each month's new members who still paid, by months after",
        file: 'retention',
        shadesFrom: 2,
      },
    ],
  },
  {
    page: CoursesPage,
    tables: [
      { caption: 'Starts and completions by course', file: 'courses', bar: 0 },
      { caption: 'Modules before which learners stopped, the most first', file: 'stops', bar: 1 },
    ],
  },
  {
    page: SearchesPage,
    tables: [{ caption: 'Searches without a result, the most first', file: 'searches', bar: 0 }],
  },
  { page: AffiliatesPage, tables: [{ caption: 'What affiliates brought', file: 'affiliates', skips: 1 }] },
  {
    page: ReferrersPage,
    tables: [{ caption: 'Visitors by the site they came from', file: 'referrers', bar: 0 }],
  },
] as const;

/** Expects of each page of figures that bars and shades are those of the figures beside them, and that its files say the same. */
export async function expectDrawnAsWritten(): Promise<void> {
  const url = new URL('http://site.example/?range=12m');
  for (const { page, tables } of figurePages) {
    const html = await drawn(page);
    for (const { caption, file, ...drawing } of tables) {
      const rows = drawnTable(html, caption);
      expect(rows.length, file).toBeGreaterThan(0);
      const request = new Request(url);
      const answer = await readFile({ request, url, params: { file: `${file}.csv` } } as never);
      const [, ...lines] = linesOf(await answer.text());
      const { skips = 0, bar, shadesFrom } = { bar: null, shadesFrom: null, skips: 0, ...drawing };
      expect(lines.length, file).toBeGreaterThanOrEqual(rows.length);
      for (const [at, { cells }] of rows.entries())
        for (const [column, { words, value }] of cells.entries()) {
          const kept = lines[at]?.[column + 1 + skips] ?? '';
          const isMoney = words.includes('$');
          const isFigure = kept === '' || Number.isFinite(Number(kept));
          const told = isFigure
            ? kept === ''
              ? null
              : Math.round(Number(kept) * (isMoney ? 100 : 10)) / (isMoney ? 1 : 10)
            : kept;
          expect(isFigure ? value : words, `${file}, row ${at}, column ${column}`).toBe(told);
        }
      if (bar !== null) {
        const most = Math.max(...rows.map(({ cells }) => cells[bar]?.value ?? 0));
        expect(most, file).toBeGreaterThan(0);
        for (const { name, cells, bar: wide } of rows)
          expect(wide, `${file}, ${name}`).toBeCloseTo((100 * (cells[bar]?.value ?? 0)) / most, 6);
      }
      if (shadesFrom !== null)
        for (const { name, cells } of rows)
          for (const { value, shade } of cells.slice(shadesFrom))
            expect(shade, `${file}, ${name}`).toBe(value ? Math.min(5, Math.ceil(value / 20)) : 0);
    }
  }
}

/** Expects pages that tell of the same people to count as many, and as many as there are rows of. */
export async function expectCountedAlike(): Promise<void> {
  const range = readRange(new URLSearchParams('range=12m'), new Date());
  const inRange = { gte: new Date(range.from), lt: new Date(Date.parse(range.to) + 24 * 3600 * 1000) };
  const funnel = drawnTable(await drawn(FunnelPage), 'Steps from visitor to second month');
  const [visitors, registered, , members] = funnel.map(({ cells }) => cells[0]?.value);
  expect(visitors).toBe((await findReferrers(range)).visitors);
  expect(registered).toBe(
    await prisma().user.count({ where: { role: { not: 'admin' }, createdAt: inRange } }),
  );
  const paying = await prisma().payment.findMany({
    where: { product: 'membership', status: { not: 'failed' }, user: { createdAt: inRange } },
    distinct: ['userId'],
  });
  expect(members).toBe(paying.length);

  const { whole } = await findRevenue(range, 'usd');
  const cohorts = drawnTable(
    await drawn(RetentionPage),
    "Share of each month's new members who still paid, by months after",
  );
  expect(cohorts.reduce((sum, { cells }) => sum + (cells[0]?.value ?? 0), 0)).toBe(
    whole.movements.new.people,
  );

  const courses = drawnTable(await drawn(CoursesPage), 'Starts and completions by course');
  const completions = await prisma().userModuleCompletion.groupBy({
    by: ['userId', 'courseId'],
    where: { completed: true },
    _min: { completedAt: true },
  });
  const started = completions.filter(
    ({ _min: { completedAt } }) => completedAt && completedAt >= inRange.gte,
  );
  expect(courses.reduce((sum, { cells }) => sum + (cells[0]?.value ?? 0), 0)).toBe(started.length);
}
