import { describe, expect, it } from 'vitest';
import { journeysOf } from '#tests/run/changed.ts';

describe('the browser tests of a change', () => {
  it.each([
    [['docs/running.md'], []],
    [['app/domain/selling/billing/fees.test.ts'], []],
    [['tests/e2e/billing.spec.ts'], ['tests/e2e/billing.spec.ts']],
    [
      ['app/routes/member/profile.tsx', 'tests/e2e/accounts.spec.ts'],
      ['tests/e2e/accessibility.spec.ts', 'tests/e2e/accounts.spec.ts', 'tests/e2e/every-page.spec.ts'],
    ],
    [['content/site/pricing.yaml'], ['tests/e2e/accessibility.spec.ts', 'tests/e2e/every-page.spec.ts']],
    [['tests/e2e/site.ts', 'tests/e2e/billing.spec.ts'], ['tests/e2e']],
  ])('%j are %j', (paths, journeys) => expect(journeysOf(paths)).toEqual(journeys));
});
