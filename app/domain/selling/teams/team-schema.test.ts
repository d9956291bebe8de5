import { describe, expect, it } from 'vitest';
import { payoutAddressSchema } from '#app/domain/programme/payouts/address-schema.server.ts';
import { inviteSchema } from '#app/domain/selling/teams/team-schema.server.ts';

/** The addresses that a form invites, or what is wrong with it. */
const invited = (emails: string) => {
  const read = inviteSchema.safeParse({ emails });
  return read.success ? read.data.emails : read.error.issues[0]?.message;
};

describe('addresses that a team is typed in', () => {
  it.each([
    [
      'ada@example.com, Bo@Example.com;\n  cy@example.com',
      ['ada@example.com', 'bo@example.com', 'cy@example.com'],
    ],
    ['ada@München.example', ['ada@xn--mnchen-3ya.example']],
    ['ada@пример.рф ada@xn--e1afmkfd.xn--p1ai', ['ada@xn--e1afmkfd.xn--p1ai']],
    ['ada@example.com nobody', 'Not a valid email address: nobody'],
    ['jürgen@example.com', 'Not a valid email address: jürgen@example.com'],
    [' , ', 'Enter at least one email address'],
  ])('%j', (typed, expected) => expect(invited(typed)).toEqual(expected));
});

it('an account at PayPal may have a domain in any script', () => {
  const read = (email: string) => payoutAddressSchema.parse({ email, country: 'DE' }).email;
  expect(read(' ada@münchen.example ')).toBe('ada@xn--mnchen-3ya.example');
  expect(read('ada@xn--e1afmkfd.xn--p1ai')).toBe('ada@xn--e1afmkfd.xn--p1ai');
});
