import { describe, expect, it } from 'vitest';
import { defaultSettings, type Section, sections } from '#app/domain/core/site-settings/schema.ts';
import {
  sectionForms,
  settingsFormSchema,
  typedSetting,
} from '#app/domain/operating/settings/settings-forms.ts';

const read = (section: Section, typed: Record<string, string>) =>
  settingsFormSchema(section).safeParse({ version: '0', reason: 'a test', ...typed });

const shown = (section: Section) =>
  Object.fromEntries(
    sectionForms[section].fields.map((field) => [
      field.name,
      typedSetting(field, (defaultSettings[section] as Record<string, unknown>)[field.name]),
    ]),
  );

describe('the form of settings', () => {
  it.each(sections)('sent as it is shown changes nothing: %s', (section) => {
    expect(read(section, shown(section)).data?.value).toEqual(defaultSettings[section]);
    expect(Object.keys(shown(section))).toEqual(Object.keys(defaultSettings[section]));
  });

  it.each<[Section, string, string, unknown]>([
    ['payouts', 'minimumCents', '$1,234.50', 123_450],
    ['payouts', 'minimumCents', '19.99', 1_999],
    ['payouts', 'minimumCents', '1.5k', 150_000],
    ['payouts', 'minimumCents', 'USD 20', 2_000],
    ['programme', 'trialDays', '7 days', 7],
    ['payouts', 'day', '28', 28],
    ['programme', 'affiliatePercent', '40%', 40],
    ['announcement', 'until', '2027-01-02T03:04', '2027-01-02T03:04:00Z'],
    ['announcement', 'linkTo', 'https://example.com/x', 'https://example.com/x'],
    ['maintenance', 'isOn', 'on', true],
  ])('reads %s.%s %j', (section, name, typed, value) => {
    expect(read(section, { ...shown(section), [name]: typed }).data?.value).toMatchObject({ [name]: value });
  });

  it.each<[Section, string, string]>([
    ['payouts', 'minimumCents', '0.99'],
    ['payouts', 'minimumCents', '10.005'],
    ['payouts', 'minimumCents', '1e9'],
    ['payouts', 'minimumCents', '1.000'],
    ['payouts', 'minimumCents', '1,5'],
    ['payouts', 'minimumCents', '20%'],
    ['programme', 'trialDays', '2 weeks'],
    ['programme', 'affiliatePercent', '$40'],
    ['payouts', 'minimumCents', ''],
    ['payouts', 'day', '29'],
    ['payouts', 'day', '0'],
    ['payouts', 'day', '1.5'],
    ['programme', 'affiliatePercent', '91'],
    ['programme', 'trialDays', '-3'],
    ['holds', 'refundPercent', 'many'],
    ['membership', 'gate', 'sometimes'],
    ['announcement', 'linkTo', '//elsewhere.example'],
    ['announcement', 'linkTo', 'javascript:alert(1)'],
    ['announcement', 'linkTo', '/\\elsewhere.example'],
    ['announcement', 'until', '2027-02-31T03:04x'],
    ['announcement', 'until', 'tomorrow'],
    ['announcement', 'text', 'x'.repeat(201)],
  ])('refuses %s.%s %j', (section, name, typed) => {
    const result = read(section, { ...shown(section), [name]: typed });
    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([name]);
  });

  it('names the number it cannot read, and says how to write it', () => {
    const messageOf = (section: Section, name: string, typed: string) =>
      read(section, { ...shown(section), [name]: typed }).error?.issues[0]?.message;
    expect(messageOf('payouts', 'minimumCents', '1.234,56')).toBe(
      '"1.234,56" is not clear. With a point for decimals, write 1234.56.',
    );
    expect(messageOf('programme', 'trialDays', '1.5')).toBe('"1.5" is not a whole number.');
    expect(messageOf('payouts', 'minimumCents', '10.0005')).toContain('"10.0005" has fractions of a cent');
  });

  it('wants a reason', () => {
    const [issue] = read('payouts', { ...shown('payouts'), reason: ' ' }).error?.issues ?? [];
    expect(issue).toMatchObject({ path: ['reason'], message: 'Please say why' });
  });
});
