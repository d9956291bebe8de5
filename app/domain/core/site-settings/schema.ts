import { z } from 'zod';
import { isTimeZone } from '#app/platform/time-zone.ts';

// What operators set while the site runs (P161). The one schema of it: what the database holds, and what forms send, is checked by
// this; the defaults are what holds where nothing was ever set. Percent, days, integer cents.

const whole = (least: number, most: number) =>
  z
    .int({ error: 'Please enter a whole number' })
    .min(least, `Please enter at least ${least}`)
    .max(most, `Please enter at most ${most}`);

const dollars = (inCents: number) => (inCents / 100).toLocaleString('en-US');

const cents = (least: number, most: number) =>
  z
    .int({ error: 'Please enter an amount such as 100 or 99.50' })
    .min(least, `Please enter at least $${dollars(least)}`)
    .max(most, `Please enter at most $${dollars(most)}`);

const words = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);

/** The beginning of a site's addresses, as a policy names it; without TLS on this machine alone. */
const origin = /^(?:https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+|http:\/\/localhost)(?::\d{1,5})?$/;

/** The same of an app's pages, which a developer may also have on this machine by its number. */
const appOrigin =
  /^(?:https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

/** An address of an app: of a page, or with a scheme that the app has registered. Never one that a browser runs. */
const appAddress =
  /^(?:https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d{1,5})?|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?|(?!javascript|data|vbscript|file|blob|about)[a-z][a-z0-9+.-]{2,40}:\/\/[\w.-]*)(?:\/[^\s#\\]*)?$/;

/** Parameters that pages of the site read themselves, in lower case. */
const ownParameters = new Set(['ref', 'code', 'page', 'q', 'after', 'before', 'last', 'redirectto']);

/** How many mails in an hour; 0 for no limit. Fewer than one in a minute would take weeks. */
const mailsPerHour = z
  .int({ error: 'Please enter a whole number' })
  .refine((count) => count === 0 || (count >= 60 && count <= 1_000_000), {
    error: 'Please enter 60 to 1,000,000, or 0 for no limit',
  })
  .default(0);

/** A moment in UTC; null for none. */
const moment = z.iso.datetime().nullable().default(null);

export const settingsSchema = z.strictObject({
  membership: z.strictObject({
    /** Whether lessons need an active membership (P7); `configured` is what MEMBERSHIP_GATE says. */
    gate: z.enum(['configured', 'always', 'never']).default('configured'),
  }),
  winBack: z.strictObject({
    /** Percent off for who is about to cancel, for so many months (P296); 0 for no offer. */
    percentOff: whole(0, 90).default(0),
    months: whole(1, 12).default(3),
  }),
  programme: z.strictObject({
    /** What somebody who becomes an affiliate earns of a membership payment (P1). */
    affiliatePercent: whole(1, 90).default(50),
    /** Days of the reseller trial that begins now (P23). */
    trialDays: whole(1, 90).default(7),
  }),
  payouts: z.strictObject({
    /** The smallest amount that is paid out (P4). */
    minimumCents: cents(100, 1_000_000).default(10_000),
    /** The day of the month on which payouts are made; every month has it. */
    day: whole(1, 28).default(15),
  }),
  holds: z.strictObject({
    /** First payments from one network in a day: the next one is held. */
    firstPaymentsFromNetwork: whole(1, 1_000).default(5),
    /** The share of sales that may go back, of at least so many sales in so many days. */
    refundPercent: whole(1, 100).default(25),
    refundSales: whole(1, 10_000).default(10),
    refundDays: whole(7, 365).default(90),
  }),
  widgets: z.strictObject({
    /** Sites that may show embeds, by their origins. */
    origins: z
      .array(z.string())
      .max(20, 'Please name at most 20 sites')
      .refine(
        (sites) => sites.every((site) => site.length <= 200 && origin.test(site)),
        'Please enter each site as https://www.example.com, without a path',
      )
      .default([]),
  }),
  authApi: z.strictObject({
    /** Sites whose pages may use the auth API from a browser, by their origins. */
    origins: z
      .array(z.string())
      .max(20, 'Please name at most 20 sites')
      .refine(
        (sites) => sites.every((site) => site.length <= 200 && appOrigin.test(site)),
        'Please enter each site as https://www.example.com, without a path',
      )
      .default([]),
    /** Addresses of apps that links in emails may lead to, besides the site's own. One that ends in / covers all below it. */
    redirects: z
      .array(z.string())
      .max(50, 'Please name at most 50 addresses')
      .refine(
        (addresses) => addresses.every((address) => address.length <= 500 && appAddress.test(address)),
        'Please enter each address as https://www.example.com/welcome, or with the scheme of an app',
      )
      .default([]),
    /** Signs people up without a mail. For test sites: a site in production ignores it. */
    confirmsByItself: z.boolean().default(false),
    /** Lets people in without an address. For test sites: a site in production ignores it. */
    hasAnonymousUsers: z.boolean().default(false),
  }),
  oldLinks: z.strictObject({
    /** Parameters in which links of other systems name an affiliate, beside `ref` (P232). */
    parameters: z
      .array(
        z
          .string()
          .regex(
            /^[a-z][a-z0-9_-]{0,29}$/,
            'Please enter each parameter as it stands before “=” in a link, such as via',
          ),
      )
      .max(20, 'Please name at most 20 parameters')
      .refine(
        (names) => !names.some((name) => ownParameters.has(name) || name.startsWith('utm_')),
        'This site uses ref, code, page, q, after, before, last, redirectTo and those that begin with utm_ itself. Please leave them out.',
      )
      .default([]),
  }),
  bulkMail: z.strictObject({
    /** Bulk mails in an hour, and those of them to one provider's mailboxes; 0 for no limit (P277). */
    perHour: mailsPerHour,
    perProviderPerHour: mailsPerHour,
    /** The day from which a new sender's daily number grows; null for none. */
    warmUpFrom: moment,
    warmUpFirstDay: whole(50, 100_000).default(500),
    /** Whether nobody gets two bulk emails a day (P282), apart from letters and sequences that may be a second one. */
    oneADay: z.boolean().default(true),
    /** The IANA time zone of people whose own is not known. */
    timeZone: z
      .string()
      .trim()
      .refine(isTimeZone, 'Please use a name such as America/New_York, Europe/Berlin or UTC')
      .default('UTC'),
  }),
  announcement: z.strictObject({
    /** Above every page; empty for none. */
    text: words(200).default(''),
    linkLabel: words(40).default(''),
    /** An address of the site or another one. */
    linkTo: words(200)
      .regex(
        /^(?:\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+)?$/,
        'Please begin with / for a page of the site, or https://',
      )
      .default(''),
    until: moment,
  }),
  maintenance: z.strictObject({
    isOn: z.boolean().default(false),
    text: words(400).default('We are working on the site. Nothing is lost, and it will be back soon.'),
    /** When it is expected to be over. It does not end by itself. */
    until: moment,
  }),
});

export type SiteSettings = z.output<typeof settingsSchema>;
export type Section = keyof SiteSettings;

export const sections = Object.keys(settingsSchema.shape) as Section[];

/** Whether a text names a section. */
export const isSection = (text: string): text is Section => (sections as string[]).includes(text);

/** A section as it is stored, or what holds by default where the schema does not take it: `problem` says why, for what was stored. */
export function readSection<S extends Section>(
  section: S,
  stored: unknown,
): { value: SiteSettings[S]; problem: string | null } {
  const parsed = settingsSchema.shape[section].safeParse(stored);
  return parsed.success
    ? { value: parsed.data as SiteSettings[S], problem: null }
    : { value: defaultSettings[section], problem: stored === undefined ? null : parsed.error.message };
}

/** What holds where nothing was set. */
export const defaultSettings: SiteSettings = settingsSchema.parse(
  Object.fromEntries(sections.map((section) => [section, {}])),
);
