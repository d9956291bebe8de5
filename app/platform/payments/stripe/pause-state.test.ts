import { describe, expect, it } from 'vitest';
import { pauseOf } from '#app/platform/payments/stripe/pause-state.ts';

const seconds = (day: string) => Date.parse(`2026-${day}T10:00:00Z`) / 1000;
const times = (from: string, until: string) => ({
  from: new Date(`2026-${from}T10:00:00Z`),
  until: new Date(`2026-${until}T10:00:00Z`),
});

/** Paused by the site from January 31 to March 31, in a period of its own. */
const pausedIn = (start: string, end: string, resumesAt: number | null | undefined) => ({
  metadata: { pause_from: String(seconds('01-31')), pause_until: String(seconds('03-31')) } as Record<
    string,
    string
  >,
  pause_collection: resumesAt === undefined ? null : { behavior: 'void', resumes_at: resumesAt },
  billing_cycle_anchor: seconds('01-31'),
  items: { data: [{ current_period_start: seconds(start), current_period_end: seconds(end) }] },
});

const planned = seconds('03-31') - 3600;

describe('the pause of a subscription', () => {
  it.each([
    ['ahead', '01-01', '01-31', planned],
    ['in its first month', '01-31', '02-28', planned],
    ['in its last month', '02-28', '03-31', planned],
    ['in its last hour, when collection goes on', '02-28', '03-31', undefined],
  ])('is from the end of a paid period to the beginning of another: %s', (_, start, end, resumesAt) => {
    expect(pauseOf(pausedIn(start, end, resumesAt))).toEqual(times('01-31', '03-31'));
  });

  it('is none where the operator alone has paused collection, or the times are none', () => {
    const subscription = pausedIn('01-31', '02-28', planned);
    for (const metadata of [
      {},
      { pause_from: 'soon', pause_until: 'later' },
      { pause_from: '', pause_until: '' },
    ])
      expect(pauseOf({ ...subscription, metadata: metadata as Record<string, string> })).toBeNull();
  });

  it('is over when the next period begins that is paid', () => {
    expect(pauseOf(pausedIn('03-31', '04-30', undefined))).toBeNull();
  });

  it('is off where the operator resumes collection before it has begun', () => {
    expect(pauseOf(pausedIn('01-01', '01-31', undefined))).toBeNull();
  });

  it('runs to the end of the month where the operator resumes collection in it', () => {
    expect(pauseOf(pausedIn('01-31', '02-28', undefined))).toEqual(times('01-31', '02-28'));
  });

  it('follows an operator who moves when collection resumes, or leaves that open', () => {
    expect(pauseOf(pausedIn('01-31', '02-28', seconds('02-10')))).toEqual(times('01-31', '02-28'));
    expect(pauseOf(pausedIn('01-31', '02-28', seconds('04-12')))).toEqual(times('01-31', '04-30'));
    expect(pauseOf(pausedIn('03-31', '04-30', null))).toEqual(times('01-31', '04-30'));
  });
});
