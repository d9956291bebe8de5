import { describe, expect, it } from 'vitest';
import { defaultSettings, settingsSchema } from '#app/domain/core/site-settings/schema.ts';
import { currentPace, describePace, hoursToSend, warmUpLimit } from '#app/domain/operating/letters/pace.ts';
import { domainsOfProvider } from '#app/platform/mail/pace.server.ts';

const at = new Date('2026-03-10T15:00:00Z');
const unlimited = defaultSettings.bulkMail;
const warming = { ...unlimited, warmUpFrom: '2026-03-10T09:00:00Z', warmUpFirstDay: 500 };
const later = (days: number) => new Date(at.getTime() + days * 86_400_000);

describe('the pace of bulk mail', () => {
  it('limits nothing where nothing is set', () => {
    expect(currentPace(unlimited, at)).toEqual({ perHour: null, perProviderPerHour: null, today: null });
    expect(hoursToSend(1_000_000, unlimited, at)).toBe(0);
  });

  it('grows day by day, from the first one on and for thirty', () => {
    expect(warmUpLimit(warming, later(-1))).toBeNull();
    expect([0, 1, 2, 10].map((days) => warmUpLimit(warming, later(days)))).toEqual([500, 700, 979, 14_462]);
    expect(warmUpLimit(warming, new Date('2026-03-11T00:00:00Z'))).toBe(700);
    expect(warmUpLimit(warming, later(29))).toBeGreaterThan(1_000_000);
    expect(warmUpLimit(warming, later(30))).toBeNull();
  });

  it('tells how long a letter takes', () => {
    expect(hoursToSend(1_500, { ...unlimited, perHour: 1_000 }, at)).toBe(1.5);
    expect(hoursToSend(100_000, { ...unlimited, perHour: 1_000 }, at)).toBe(100);
    expect(hoursToSend(1_100, { ...warming, perHour: 600 }, at)).toBe(25);
    expect(hoursToSend(0, warming, at)).toBe(0);
    expect(describePace(900, { ...unlimited, perHour: 1_000 }, at)).toBeNull();
    expect(describePace(1_500, { ...unlimited, perHour: 1_000 }, at)).toBe(
      'At the pace that is set it takes about 2 hours.',
    );
    expect(describePace(100_000, { ...unlimited, perHour: 1_000 }, at)).toContain('about 5 days');
  });

  it('knows the domains of one provider', () => {
    expect(domainsOfProvider('a@GoogleMail.com')).toEqual(['gmail.com', 'googlemail.com']);
    expect(domainsOfProvider('"a@b"@academy.org')).toEqual(['academy.org']);
  });

  it.each([
    [0, true],
    [59, false],
    [60, true],
    [1_000_001, false],
    [-60, false],
  ])('takes %s an hour: %s', (perHour, isTaken) => {
    expect(settingsSchema.shape.bulkMail.safeParse({ perHour }).success).toBe(isTaken);
  });
});
