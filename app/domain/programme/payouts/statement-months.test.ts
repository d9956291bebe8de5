import { describe, expect, it } from 'vitest';
import { monthsBeside, statementMonths } from '#app/domain/programme/payouts/statement-months.ts';

const today = new Date('2026-02-28T23:59:59.999Z');

describe('the months of which there are statements', () => {
  it('are none before the first day', () => {
    expect(statementMonths(null, today)).toEqual([]);
  });

  it('begin with that of the first day, the latest first, over the end of a year', () => {
    expect(statementMonths('2025-12-31', today)).toEqual(['2026-02', '2026-01', '2025-12']);
    expect(statementMonths('2026-02-01', today)).toEqual(['2026-02']);
  });

  it('are those of a year at most', () => {
    const months = statementMonths('2020-01-01', today);
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2026-02', '2025-03']);
  });

  it('are none where the first day is yet to come, as a provider’s clock may have it', () => {
    expect(statementMonths('2026-03-01', today)).toEqual([]);
  });
});

describe('the months beside one', () => {
  const beside = (month: string, hasEarlier = true) => monthsBeside({ month, hasEarlier }, today);

  it('lead over the end of a year, and not to one that has not begun', () => {
    expect(beside('2026-01')).toEqual({ previous: '2025-12', next: '2026-02' });
    expect(beside('2025-12')).toEqual({ previous: '2025-11', next: '2026-01' });
    expect(beside('2026-02')).toEqual({ previous: '2026-01', next: null });
  });

  it('lead not to before there was anything', () => {
    expect(beside('2025-12', false)).toEqual({ previous: null, next: '2026-01' });
  });
});
