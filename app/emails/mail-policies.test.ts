import { describe, expect, it } from 'vitest';
import { mailPolicies } from '#app/emails/mail-policies.ts';
import { exampleData, mailTemplates } from '#app/emails/preview.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import type { MailTemplate, MailTemplates, RenderedMail } from '#app/platform/mail/templates.ts';
import { mails } from '#app/program/mails.ts';

const render = createMailRenderer(mails, {
  brandName: 'Academy',
  operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
});

/** What a stranger would have the site say. The word is in each, whatever it is escaped to. */
const hostile =
  'You won HOSTILE!\r\nBcc: hostile@evil.example\r\n\r\n<b>Call +1 555</b> https://evil.example/claim';

/** A value of the same make with hostile text in place of each text. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return hostile;
  if (Array.isArray(value)) return value.map(poisoned);
  if (value instanceof Date || value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, poisoned(part)]));
}

const threading = {
  messageId: '<t7.own@academy.example>',
  inReplyTo: hostile,
  references: hostile,
  replyTo: 'reply+7-0@academy.example',
};

/** What a mail is made from, with a stranger's text in every field that can hold a person's. Proxies are written out, field by field. */
function hostileData<T extends MailTemplate>(template: T): MailTemplates[T] {
  const words = mailPolicies[template].words as Record<string, unknown>;
  const example = exampleData(template, 'https://academy.example') as Record<string, unknown>;
  const read = new Set(['name', ...Object.keys(words)]);
  const noting = new Proxy(example, {
    get(fields, field) {
      if (typeof field === 'string') read.add(field);
      return Reflect.get(fields, field);
    },
  });
  render(template, noting as MailTemplates[T], { isVerified: true });
  const own = [...Object.keys(example), ...read].map((field): [string, unknown] => [
    field,
    field === 'threading'
      ? threading
      : field === 'name' || (field in words && words[field] !== 'site')
        ? poisoned(example[field])
        : example[field],
  ]);
  return Object.fromEntries(own) as MailTemplates[T];
}

const partsOf = ({ subject, text, html, headers }: RenderedMail) => [
  subject,
  text,
  html,
  ...Object.entries(headers).flat(),
];
/** A gap where a word was left out of a sentence. */
const hole = / {2}(?=\w)|“”|\(\)| ,| \.(?=\s|<)|: *\.|undefined|null/;
const hostileWord = /hostile|evil\.example|555|You won/i;

describe('an address nobody has verified (P189)', () => {
  it.each(mailTemplates)('gets no word of a person in %s', (template) => {
    const mail = render(template, hostileData(template), { isVerified: false });
    for (const part of partsOf(mail)) expect(part).not.toMatch(hostileWord);
    for (const part of [mail.subject, mail.text, mail.html]) {
      expect(part.trim().length).toBeGreaterThan(5);
      // Nor does a sentence have a hole where a word was left out.
      expect(part).not.toMatch(hole);
    }
  });

  const variants = [
    ...(
      [
        'authenticator_replaced',
        'passkey_added',
        'passkey_removed',
        'passkey_copied',
        'recovery_code_used',
        'second_step_failing',
        'password_failing',
        'new_device',
        'refresh_token_reused',
        'identity_linked',
        'identity_unlinked',
        'email_changed',
      ] as const
    ).map((event) => ['security-notice', { event }] as const),
    ...(['old', 'new', 'replacing', 'taken'] as const).map((to) => ['email-change', { to }] as const),
    ['notification-digest', { count: 1 }] as const,
    ['payout-paid', { isByHand: true }] as const,
  ];
  it.each(variants)('nor in %s with %j', (template, fields) => {
    const data = { ...hostileData<MailTemplate>(template), ...fields } as MailTemplates[MailTemplate];
    const mail = render<MailTemplate>(template, data, { isVerified: false });
    for (const part of partsOf(mail)) expect(part).not.toMatch(hostileWord);
    expect(mail.text).not.toMatch(hole);
  });

  const withWords = mailTemplates.filter((template) =>
    Object.values(mailPolicies[template].words as Record<string, unknown>).some((whose) => whose !== 'site'),
  );
  it.each(withWords)('which one that was verified gets, in %s', (template) => {
    const mail = render(template, hostileData(template), { isVerified: true });
    expect(partsOf(mail).some((part) => hostileWord.test(part))).toBe(true);
  });
});

describe('a mail that a machine sends says so', () => {
  it.each(mailTemplates)('%s', (template) => {
    const { headers } = render(template, hostileData(template), { isVerified: false });
    if (template === 'ticket-answer') {
      expect(headers).not.toHaveProperty('Auto-Submitted');
      expect(headers).not.toHaveProperty('X-Auto-Response-Suppress');
    } else {
      expect(headers['Auto-Submitted']).toMatch(/^auto-(?:generated|replied)$/);
      expect(headers['X-Auto-Response-Suppress']).toBe('All');
    }
  });

  it('in answer to what somebody sent, or by itself', () => {
    const headerOf = (template: MailTemplate) =>
      render(template, hostileData(template), { isVerified: false }).headers['Auto-Submitted'];
    expect(headerOf('ticket-opened')).toBe('auto-replied');
    expect(headerOf('ticket-confirmation')).toBe('auto-replied');
    expect(headerOf('verify-email')).toBe('auto-generated');
  });

  it.each(mailTemplates)(
    '%s has a way to unsubscribe, and a low precedence, where it is to many alone',
    (template) => {
      const { lane, headers } = render(template, hostileData(template), { isVerified: true });
      const isBulk = lane === 'bulk';
      for (const header of ['List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence'])
        expect(header in headers).toBe(isBulk);
    },
  );
});

it('what lets somebody into their account has a lane of its own', () => {
  for (const template of ['verify-email', 'reset-password', 'sign-in-link', 'already-registered'] as const)
    expect(mailPolicies[template].lane).toBe('security');
  for (const template of ['email-course-letter', 'notification-digest'] as const)
    expect(mailPolicies[template].lane).toBe('bulk');
});
