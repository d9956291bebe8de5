import { describe, expect, it } from 'vitest';
import { exampleData } from '#app/emails/preview.ts';
import { createMailRenderer } from '#app/emails/render.tsx';
import type { MailTemplate, MailTemplates } from '#app/platform/mail/templates.ts';
import { mails } from '#app/program/mails.ts';

const renderFor = createMailRenderer(mails, {
  brandName: 'Academy',
  operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
});
const render = <T extends MailTemplate>(template: T, data: MailTemplates[T]) =>
  renderFor(template, data, { isVerified: true });
const sender = 'Academy is run by Academy Ltd, 1 Market Street, Springfield.';

describe('bulk mail (P51)', () => {
  const letter = render('email-course-letter', {
    name: '',
    subject: 'A subject',
    preheader: 'A line',
    title: 'A title',
    month: 1,
    monthCount: 12,
    letter: { html: '<p>Text</p>', text: 'Text' },
    readUrl: 'https://academy.example/email-course/1',
    unsubscribeUrl: 'https://academy.example/email-course/unsubscribe/x',
  });

  it('names who sends it, with a postal address, in both forms', () => {
    expect(letter.html).toContain(sender);
    expect(letter.text).toContain(sender);
  });

  it('is told from mail for one person, which does not', () => {
    const reset = render('reset-password', {
      name: '',
      resetUrl: 'https://academy.example/r',
      expiresInMinutes: 60,
    });
    expect(`${reset.html}${reset.text}`).not.toContain('is run by');
  });
});

describe('a mail on a phone', () => {
  const { html } = render('verify-email', { name: '', verifyUrl: 'https://academy.example/v' });

  it('is no wider for a long word', () => {
    expect(/<td class="mail-inner"[^>]* style="([^"]*)"/.exec(html)?.[1]).toContain('overflow-wrap:anywhere');
  });

  it('gives its margins to the words', () => {
    const phone = /@media \(max-width: 480px\) \{(.*?)\n\}/s.exec(html)?.[1];
    expect(phone).toMatch(/\.mail-room \{ padding: \d+px \d+px !important; \}/);
    expect(phone).toMatch(/\.mail-inner \{ padding: \d+px \d+px !important; \}/);
  });
});

describe('the mail that welcomes a member (P51)', () => {
  const bought = {
    name: '',
    amountCents: 4_700,
    currency: 'usd',
    guarantee:
      'Ask within 30 days of your first membership payment and we refund it in full, once per person.',
    interval: 'month',
    freeIntervals: 0,
    upgradedFrom: null,
    title: 'Membership',
    openUrl: 'https://academy.example/dashboard',
    cancelUrl: 'https://academy.example/profile/billing/cancel',
    receipt: null,
  };

  it('says how to cancel, with a link', () => {
    const { html, text } = render('membership-started', bought);
    expect(html).toContain('href="https://academy.example/profile/billing/cancel"');
    expect(text).toContain(
      'You can cancel at any time, with one button and no call to make. What you have paid for stays open to you. Cancel the membership\nhttps://academy.example/profile/billing/cancel',
    );
  });

  it('says that tax comes on top, where it did', () => {
    const told = (taxCents: number, totalCents: number) => {
      const { receipt } = exampleData('membership-started', 'https://academy.example');
      return render('membership-started', {
        ...bought,
        receipt: receipt && { ...receipt, taxCents, totalCents },
      }).text;
    };
    expect(told(893, 5_593)).toContain('It costs $47.00 plus tax a month');
    expect(told(0, 4_700)).toContain('It costs $47.00 a month');
    expect(told(750, 4_700)).toContain('It costs $47.00 a month');
  });

  it('names the interval that is paid for', () => {
    const yearly = { ...bought, amountCents: 47_000, interval: 'year' };
    expect(render('membership-started', yearly).text).toContain(
      '$470.00 a year, and renews every year until',
    );
    const pro = render('reseller-pro-started', { ...yearly, freeIntervals: 2 }).text;
    expect(pro).toContain('The first 2 years are free');
    expect(pro).toContain('After that it is $470.00 a year');
    expect(render('reseller-pro-started', yearly).text).toContain('at the end of the year you paid for');
    const site = 'https://academy.example';
    for (const template of ['membership-canceled', 'reseller-pro-canceled'] as const) {
      const canceled = { ...exampleData(template, site), interval: 'year', isDisputed: false };
      const { text } = render(template, { ...canceled, accessEndsAt: null, endsAtOnce: false });
      expect(text).toContain('the end of the year you have paid for');
      expect(render(template, { ...canceled, endsAtOnce: true }).text).toContain('no paid year left to use');
    }
    const kept = { ...exampleData('subscription-kept', site), interval: 'year' };
    expect(render('subscription-kept', kept).text).toContain('renews every year until you cancel');
  });

  it('is of a month where it was queued before mails held an interval', () => {
    const { interval: _, ...older } = bought;
    const { text } = render('membership-started', older as typeof bought);
    expect(text).toContain('a month, and renews every month');
  });
});

describe('what people wrote', () => {
  const url = 'https://academy.example';

  it('stands in the direction of its script, with its lines, where Outlook knows no white-space', () => {
    const message = 'First line\nSecond <line>\n\n\u0645\u0631\u062d\u0628\u0627';
    const { html, text } = render('ticket-answer', {
      ...{ name: 'Ada', number: 7, subject: 'A question', message },
      ...{ ticketUrl: url, isClosed: false, threading: { messageId: '' } },
    });
    expect(html).toContain('<p dir="auto" style="margin:0 0 16px">First line<br/>Second &lt;line&gt;</p>');
    expect(html).toContain('<p dir="auto" style="margin:0 0 16px">\u0645\u0631\u062d\u0628\u0627</p>');
    expect(html).not.toContain('white-space');
    expect(text).toContain(message);
  });

  it('is a link in the colors of the mail in a digest', () => {
    const { html } = render('notification-digest', exampleData('notification-digest', url));
    expect(html).toMatch(/<li dir="auto"><a href="[^"]*" style="color:#/);
    // Without a color of its own a link is a browser's blue in the light scheme.
    expect([...html.matchAll(/<a\b(?![^>]*style="[^"]*color:)[^>]*>/g)]).toEqual([]);
  });
});
