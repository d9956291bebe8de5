import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  formatDay,
  formatDayOfYear,
  formatLongDay,
  formatLongMonth,
  formatMonth,
} from '#app/platform/date-format.ts';

it('writes days and months as of UTC', () => {
  const at = new Date('2026-11-30T23:59:59Z');
  expect(formatLongDay(at)).toBe('November 30, 2026');
  expect(formatDay(at)).toBe('Nov 30, 2026');
  expect(formatDayOfYear(at)).toBe('Nov 30');
  expect(formatLongMonth(at)).toBe('November 2026');
  expect(formatMonth(at)).toBe('Nov 2026');
});

it('is where dates are formatted, apart from components that show a time', () => {
  const elsewhere = [
    // Day and time together.
    'app/domain/people/accounts/session-beginning.server.ts',
    // Reads what clocks of a time zone show, and writes nothing.
    'app/platform/wall-clock.ts',
    // app/ui imports nothing of the platform.
    'app/ui/day.tsx',
    'app/ui/moment.tsx',
    'app/ui/script/local-time.ts',
    // When a browser has saved a page, by the browser's own clock.
    'app/ui/script/offline/elements.ts',
    // Asks for the browser's zone, and formats nothing.
    'app/ui/script/time-zone.ts',
  ];
  const files = globSync('app/**/*.{ts,tsx}').filter(
    (file) =>
      !file.includes('/generated/') && !/\.test\.tsx?$/.test(file) && file !== 'app/platform/date-format.ts',
  );
  const formats = files.filter((file) =>
    /toLocale(?:Date|Time)String\(|DateTimeFormat\(|dateStyle/.test(readFileSync(file, 'utf8')),
  );
  expect(formats.sort()).toEqual(elsewhere);
});
