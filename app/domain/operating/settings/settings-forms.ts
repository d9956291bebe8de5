import { z } from 'zod';
import type { Permission } from '#app/domain/core/access/admin-policy.ts';
import { reasonField } from '#app/domain/core/audit/reason.ts';
import { type Section, type SiteSettings, settingsSchema } from '#app/domain/core/site-settings/schema.ts';
import { parseMoment } from '#app/domain/core/values/typed-moment.ts';
import { centsField, wholeField } from '#app/domain/core/values/typed-number-fields.ts';

/** A field of a section, and how what is typed into it is read. */
export interface SettingField {
  name: string;
  label: string;
  hint?: string;
  kind: 'whole' | 'percent' | 'money' | 'line' | 'text' | 'moment' | 'choice' | 'switch' | 'lines';
  options?: readonly { value: string; label: string }[];
  /** What a whole number counts, which may be typed behind it: "day". */
  noun?: string;
}

/** How a section is shown to operators and who changes it. */
interface SectionForm {
  title: string;
  text: string;
  permission: Permission;
  fields: readonly SettingField[];
}

const utc = 'In UTC; empty for no end.';

export const sectionForms: Readonly<Record<Section, SectionForm>> = {
  membership: {
    title: 'Membership gate',
    text: 'Whether lessons, their videos and the library need an active membership.',
    permission: 'settings:change',
    fields: [
      {
        name: 'gate',
        label: 'Lessons need a membership',
        kind: 'choice',
        options: [
          { value: 'configured', label: 'Follow the server configuration (MEMBERSHIP_GATE)' },
          { value: 'always', label: 'Always' },
          { value: 'never', label: 'Never: anyone signed in can read them' },
        ],
      },
    ],
  },
  winBack: {
    title: 'Offer to members who cancel',
    text: 'A lower price for some months, below the button that cancels. Only for members who pay the full monthly price by card, once in 365 days. Without an offer the page proposes a pause.',
    permission: 'settings:change',
    fields: [
      { name: 'percentOff', label: 'Off each payment', hint: 'Percent; 0 for no offer.', kind: 'percent' },
      { name: 'months', label: 'For how many months', hint: '1 to 12.', kind: 'whole', noun: 'month' },
    ],
  },
  programme: {
    title: 'Affiliates and trial',
    text: 'Applies to people who join from now on. Current affiliates keep their rate, running trials keep their end date, and past earnings do not change. Pages, FAQ and agreement show the new figures at once.',
    permission: 'settings:change',
    fields: [
      {
        name: 'affiliatePercent',
        label: 'Rate of new affiliates',
        hint: 'Percent of a membership payment; a rate of their own is set on the page of a user.',
        kind: 'percent',
      },
      { name: 'trialDays', label: 'Days of the reseller trial', kind: 'whole', noun: 'day' },
    ],
  },
  payouts: {
    title: 'Payouts',
    text: 'Payouts already in a batch are paid as scheduled. Pages, FAQ and agreement show the new figures at once.',
    permission: 'settings:change',
    fields: [
      { name: 'minimumCents', label: 'Smallest payout', hint: 'US dollars.', kind: 'money' },
      { name: 'day', label: 'Day of the month', hint: '1 to 28, at 06:13 UTC.', kind: 'whole' },
    ],
  },
  holds: {
    title: 'Hold rules',
    text: 'When a commission is held for your decision. Commissions already under review stay there.',
    permission: 'settings:change',
    fields: [
      {
        name: 'firstPaymentsFromNetwork',
        label: 'First payments from one network in a day',
        hint: 'The next one is held.',
        kind: 'whole',
      },
      { name: 'refundPercent', label: 'Highest share of refunded sales', kind: 'percent' },
      { name: 'refundSales', label: 'Minimum number of sales', kind: 'whole', noun: 'sale' },
      { name: 'refundDays', label: 'Period in days', kind: 'whole', noun: 'day' },
    ],
  },
  widgets: {
    title: 'Widgets',
    text: 'The sites that may embed parts of this one. No other site can, even with the code.',
    permission: 'settings:change',
    fields: [
      {
        name: 'origins',
        label: 'Sites',
        hint: 'One on each line, as https://www.example.com',
        kind: 'lines',
      },
    ],
  },
  authApi: {
    title: 'Auth API',
    text: 'Apps can sign people in to their accounts here, through /auth/v1. docs/auth-api.md says how.',
    permission: 'settings:change',
    fields: [
      {
        name: 'origins',
        label: 'Sites',
        hint: 'Whose pages may use the API from a browser. One on each line, as https://www.example.com',
        kind: 'lines',
      },
      {
        name: 'redirects',
        label: 'Addresses that links may lead to',
        hint: 'One on each line; one that ends in / covers all below it. Pages of this site always work.',
        kind: 'lines',
      },
      {
        name: 'confirmsByItself',
        label: 'Sign people up without a confirmation email (test sites only)',
        kind: 'switch',
      },
      {
        name: 'hasAnonymousUsers',
        label: 'Let people in without an address (test sites only)',
        kind: 'switch',
      },
    ],
  },
  oldLinks: {
    title: 'Links from your old system',
    text: 'Published links of your affiliates keep counting: name the parameters that they use. Old page addresses are under Redirects.',
    permission: 'settings:change',
    fields: [
      {
        name: 'parameters',
        label: 'Parameters that name an affiliate',
        hint: 'One on each line, such as via (Rewardful, Dub), fpr (FirstPromoter), aff or ref_id. “ref” always works.',
        kind: 'lines',
      },
    ],
  },
  bulkMail: {
    title: 'Bulk email',
    text: 'How fast letters, digests and the email course go out, and how many each person gets. Receipts and sign-in links never wait.',
    permission: 'settings:change',
    fields: [
      { name: 'perHour', label: 'Emails per hour', hint: '0 for no limit.', kind: 'whole', noun: 'email' },
      {
        name: 'perProviderPerHour',
        label: 'Emails per hour to one mailbox provider',
        hint: 'Gmail, Outlook, Yahoo, iCloud and GMX count with all their domains; others by their domain. 0 for no limit.',
        kind: 'whole',
        noun: 'email',
      },
      {
        name: 'warmUpFrom',
        label: 'Warm-up begins',
        hint: 'UTC. For a domain or server that hasn’t sent before: the daily limit grows by 40% each day for 30 days. Leave empty for no warm-up.',
        kind: 'moment',
      },
      { name: 'warmUpFirstDay', label: 'Emails on the first day', kind: 'whole', noun: 'email' },
      {
        name: 'oneADay',
        label:
          'Send each person at most one bulk email a day: further letters, sequence emails and email course lessons wait until the next day',
        kind: 'switch',
      },
      {
        name: 'timeZone',
        label: 'Time zone',
        hint: 'Such as America/New_York. For people whose own time zone isn’t known.',
        kind: 'line',
      },
    ],
  },
  announcement: {
    title: 'Announcement',
    text: 'A line above every page. Visitors with JavaScript can close it; a new text shows again.',
    permission: 'settings:announce',
    fields: [
      { name: 'text', label: 'Text', hint: 'Empty for none.', kind: 'text' },
      { name: 'linkLabel', label: 'Link text', hint: 'Empty for no link.', kind: 'line' },
      {
        name: 'linkTo',
        label: 'Link address',
        hint: 'Such as /whats-new, or https://…',
        kind: 'line',
      },
      { name: 'until', label: 'Shown until', hint: utc, kind: 'moment' },
    ],
  },
  maintenance: {
    title: 'Maintenance',
    text: 'Closes the site to everyone except admins. Payment webhooks, jobs, health checks and your own programs keep running.',
    permission: 'settings:change',
    fields: [
      { name: 'isOn', label: 'The site is closed for maintenance', kind: 'switch' },
      { name: 'text', label: 'Message to visitors', kind: 'text' },
      {
        name: 'until',
        label: 'Expected to be over',
        hint: 'In UTC. The site does not open by itself.',
        kind: 'moment',
      },
    ],
  },
};

/** A value as its field shows it. */
export function typedSetting({ kind }: SettingField, value: unknown): string {
  if (kind === 'money') return (Number(value) / 100).toFixed(2);
  if (kind === 'moment') return typeof value === 'string' ? value.slice(0, 16) : '';
  if (kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  if (kind === 'switch') return value === true ? 'on' : '';
  return String(value ?? '');
}

/** A number as it is typed, for the fields that hold one; it says itself what it cannot read. */
function numberField({ kind, noun }: SettingField) {
  if (kind === 'money') return centsField('Please enter an amount such as 100 or 99.50');
  if (kind === 'percent') return wholeField('Please enter a whole number', { unit: 'percent' });
  return kind === 'whole' ? wholeField('Please enter a whole number', { unit: 'number', noun }) : null;
}

/** What was typed as the schema wants it; what cannot be read it refuses. */
function readTyped({ kind, name }: SettingField, typed: unknown): unknown {
  // Of an address, capital letters and the last slash may matter.
  const isSiteList = name === 'origins';
  const isFolded = isSiteList || name === 'parameters';
  const text = typeof typed === 'string' ? typed.trim() : '';
  switch (kind) {
    case 'moment':
      if (text === '') return null;
      return parseMoment(text)?.toISOString().replace('.000Z', 'Z') ?? 'no moment';
    case 'switch':
      return text === 'on';
    case 'lines':
      return text
        .split(/\s+/)
        .filter(Boolean)
        .map((line) => (isSiteList ? line.replace(/\/$/, '') : line))
        .map((line) => (isFolded ? line.toLowerCase() : line));
    default:
      return text;
  }
}

/** What the form of a section sends, as the one schema of settings takes it. */
export function settingsFormSchema(section: Section) {
  const values: Record<string, z.ZodType> = settingsSchema.shape[section].shape;
  const fields = sectionForms[section].fields.map((field) => {
    const value = (values[field.name] ?? z.never()) as z.ZodType<unknown, unknown>;
    const typedNumber = numberField(field);
    return [
      field.name,
      typedNumber
        ? typedNumber.pipe(value as z.ZodType<unknown, number>)
        : z.preprocess((typed) => readTyped(field, typed), value),
    ];
  });
  return z
    .object({
      version: z.coerce.number().int().min(0),
      reason: reasonField(500, 3),
      ...(Object.fromEntries(fields) as Record<string, z.ZodType>),
    })
    .transform(({ version, reason, ...value }) => ({
      version: version as number,
      reason: reason as string,
      value: value as SiteSettings[Section],
    }));
}
