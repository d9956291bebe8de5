import { mailPolicies } from '#app/emails/mail-policies.ts';
import type { MailedReceipt } from '#app/platform/mail/content.ts';
import type {
  MailRenderer,
  MailTemplate,
  MailTemplates,
  RenderedMail,
} from '#app/platform/mail/templates.ts';

/** The names of all mails, by the alphabet. */
export const mailTemplates = (Object.keys(mailPolicies) as MailTemplate[]).sort();

const day = new Date('2027-03-14T12:00:00Z');

const document: MailedReceipt = {
  kind: 'receipt',
  number: 'R-2027-0001',
  issuedAt: day,
  paidAt: day,
  paidWith: 'by card',
  reference: null,
  currency: 'usd',
  lines: [{ description: 'Membership, one month', netCents: 4_700 }],
  taxCents: 0,
  totalCents: 4_700,
  seller: { name: 'Academy Ltd', address: '1 Market Street, Springfield', taxId: '' },
  url: 'https://academy.example/profile/billing',
};

/** What mails are made from, field by field, as an example. */
const examples: Record<string, unknown> = {
  name: 'Ada',
  title: 'The first thing a visitor reads',
  subject: 'The first thing a visitor reads',
  preheader: 'One page, one promise, one button',
  noun: 'membership',
  interval: 'month',
  currency: 'usd',
  amountCents: 4_700,
  guarantee: 'What is promised of this payment stands here.',
  expiresInMinutes: 60,
  freeIntervals: 0,
  days: 7,
  month: 3,
  monthCount: 12,
  receipt: document,
  creditNote: { ...document, kind: 'credit_note', number: 'CN-2027-0002' },
  cents: 2_350,
  number: 7,
  hours: 24,
  at: day,
  modules: [
    { title: 'What a list is for', opens: 'open now' },
    { title: 'The first letter', opens: 'opens Mon, Dec 7, 2026, 09:00 UTC' },
  ],
  items: [{ text: 'A new reply in “The first thing a visitor reads”', url: 'https://academy.example/' }],
  event: 'second_factor_on',
  revoked: ['the password', '2 signed-in devices', '1 API key'],
  revokedKeys: 2,
  canceledChanges: ['the change of your email address', 'the change of your PayPal address'],
  reason: 'yearly',
  previousCents: null,
  upgradedFrom: 'Digital Marketing Domination',
  findings: [{ rule: 'balances', count: 2, examples: [] }],
  to: 'new',
  stage: 'asked',
  step: 'begun',
  purpose: 'sign_in',
  code: '271828',
  payoutEmail: 'ada@example.com',
  note: 'The commissions were earned as the agreement asks.',
  isFirst: true,
  isLast: false,
  isCard: true,
  isByHand: false,
  unpaid: { amountCents: 4_700, currency: 'usd' },
  letter: { html: '<p>The letter stands here.</p>', text: 'The letter stands here.' },
  accessEndsAt: day,
  endsAt: day,
  nextPaymentAt: day,
  trialEndsAt: day,
  endsAtOnce: false,
  isDisputed: false,
  isAskedHere: true,
  canBeKept: true,
  hasTaxOnTop: true,
  isRunning: true,
  isOwned: false,
};

/** Fields that are addresses of the site. */
const addresses = [
  'verify',
  'reset',
  'signIn',
  'billing',
  'open',
  'cancel',
  'again',
  'centre',
  'offer',
  'support',
  'read',
  'unsubscribe',
  'notifications',
  'settings',
  'accept',
  'terms',
];

/** An example of a field that is not on the list, by how fields are named. */
function exampleOf(field: string, appUrl: string): unknown {
  if (/Url$/.test(field)) return `${appUrl}/`;
  if (/(?:At|From|Until|On)$/.test(field)) return day;
  if (/Cents$/.test(field)) return 4_700;
  if (/^(?:is|has|can)[A-Z]/.test(field)) return true;
  if (/(?:Count|Days|Minutes|Hours|Number)$/.test(field)) return 7;
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What a mail is made from, as an example: any mail, also one that is new. */
export function exampleData<T extends MailTemplate>(_template: T, appUrl: string): MailTemplates[T] {
  const known: Record<string, unknown> = {
    ...Object.fromEntries(addresses.map((name) => [`${name}Url`, `${appUrl}/`])),
    ...examples,
  };
  return new Proxy(known, {
    get: (fields, name) =>
      typeof name === 'symbol' || name in fields ? Reflect.get(fields, name) : exampleOf(name, appUrl),
  }) as MailTemplates[T];
}

/** A mail filled with examples; null for one that is made from something these do not have. */
export function exampleMail(
  render: MailRenderer,
  template: MailTemplate,
  appUrl: string,
): RenderedMail | null {
  try {
    return render(template, exampleData(template, appUrl), { isVerified: true });
  } catch {
    return null;
  }
}
