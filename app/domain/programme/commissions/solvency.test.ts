import { describe, expect, it } from 'vitest';
import { solvencyProblem } from '#app/domain/programme/commissions/solvency.ts';

describe('what a product is to pay', () => {
  it.each([
    ['all_sellers', null],
    ['all_sellers', 100],
    ['pro_resellers', null],
    ['pro_resellers', 80],
    ['nobody', 150],
  ] as const)('of %s at %s percent is never more than it brings in', (commission, commissionPercent) => {
    expect(solvencyProblem({ commission, commissionPercent })).toBeNull();
  });

  it('would be more, for the sellers alone or with who recruited them (P30)', () => {
    expect(solvencyProblem({ commission: 'all_sellers', commissionPercent: 101 })).toContain('at most 100%');
    expect(solvencyProblem({ commission: 'pro_resellers', commissionPercent: 81 })).toContain('at most 80%');
  });
});
