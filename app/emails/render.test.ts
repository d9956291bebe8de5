import { describe, expect, it } from 'vitest';
import { createMailRenderer } from '#app/emails/render.tsx';

const render = createMailRenderer({
  brandName: 'Academy',
  operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
});
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

describe('the mail that welcomes a member (P51)', () => {
  it('says how to cancel, with a link', () => {
    const { html, text } = render('membership-started', {
      name: '',
      amountCents: 4_700,
      currency: 'usd',
      guaranteeDays: 30,
      freeIntervals: 0,
      upgradedFrom: null,
      title: 'Membership',
      openUrl: 'https://academy.example/dashboard',
      cancelUrl: 'https://academy.example/profile/billing/cancel',
      receipt: null,
    });
    expect(html).toContain('href="https://academy.example/profile/billing/cancel"');
    expect(text).toContain(
      'You can cancel at any time, with one button and no call to make. What you have paid for stays open to you.\nhttps://academy.example/profile/billing/cancel',
    );
  });
});
