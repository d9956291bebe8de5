import { describe, expect, it } from 'vitest';
import { readCodes } from '#app/domain/operating/affiliate-imports/codes.ts';
import { recognizeColumns } from '#app/domain/operating/affiliate-imports/columns.ts';
import { readAffiliateRow } from '#app/domain/operating/affiliate-imports/read-rows.ts';

/** How a file of one row is read. */
function read(columns: string[], cells: string[]) {
  const recognized = recognizeColumns(columns);
  if (recognized.problem !== null) throw new Error(recognized.problem);
  const { kind, places } = recognized;
  const row = readAffiliateRow(cells, 2, { kind, places, columnCount: columns.length, brandName: 'Academy' });
  return { kind, email: row?.email, problem: row?.problem, data: row?.data };
}

describe('the columns of other systems', () => {
  it.each([
    [
      'Rewardful, affiliates',
      ['First name', 'Last name', 'Email', 'PayPal email', 'Token', 'State', 'Unpaid commissions'],
      ['Jane', 'Doe', 'jane@example.com', 'pay@example.com', 'jane', 'active', '12.50'],
      {
        kind: 'affiliates',
        email: 'jane@example.com',
        data: {
          name: 'Jane Doe',
          code: 'jane',
          paypalEmail: 'pay@example.com',
          balanceCents: 1_250,
          balanceText: '12.50',
        },
      },
    ],
    [
      'Rewardful, customers by their Stripe ID',
      ['stripe_customer_id', 'first_name', 'last_name', 'email', 'paypal_email', 'token'],
      ['cus_A1', 'Jane', 'Doe', 'Jane@example.com', '', 'jane'],
      { kind: 'referrals', email: 'cus_A1', data: { affiliate: 'jane@example.com', customerId: 'cus_A1' } },
    ],
    [
      'FirstPromoter, promoters',
      ['email', 'first_name', 'last_name', 'ref_id', 'ref_link', 'current_balance', 'status'],
      ['jane@example.com', 'Jane', 'Doe', 'jane', 'https://example.com/?fpr=jane', '0', 'approved'],
      { kind: 'affiliates', email: 'jane@example.com', data: { name: 'Jane Doe', code: 'jane' } },
    ],
    [
      'Dub, partners',
      ['Name', 'Email', 'Status', 'Link'],
      ['Jane Doe', 'jane@example.com', 'approved', 'https://refer.example.com/jane'],
      { kind: 'affiliates', email: 'jane@example.com', data: { name: 'Jane Doe', code: 'jane' } },
    ],
    [
      'customers, by their address before their ID',
      ['customer email', 'customer id', 'affiliate'],
      ['kim@example.com', 'cus_A1', 'JANE'],
      { kind: 'referrals', email: 'kim@example.com', data: { affiliate: 'jane' } },
    ],
    [
      'customers, where the column named so holds the ID',
      ['Customer', 'Affiliate'],
      ['cus_A1', 'jane'],
      { kind: 'referrals', email: 'cus_A1', data: { affiliate: 'jane', customerId: 'cus_A1' } },
    ],
  ])('of %s are recognized', (_, columns, cells, row) => {
    expect(read(columns, cells)).toEqual({ problem: null, ...row });
  });

  it.each([
    [['email', 'code', 'status'], ['a@example.com', 'x', 'Banned'], 'not an active affiliate there (banned)'],
    [['email', 'code', 'status'], ['a@example.com', 'x', 'pending'], 'not an active affiliate there'],
    [['email', 'link'], ['a@example.com', 'https://example.com/blog/post'], 'We can’t find the code'],
    [['email', 'link'], ['a@example.com', 'https://['], 'We can’t find the code'],
    [['stripe customer id', 'affiliate'], ['cus A', 'jane'], 'no ID of a customer'],
    [['stripe customer id', 'affiliate'], ['', 'jane'], 'email address'],
    [['stripe customer id', 'affiliate'], ['cus_A', ''], 'affiliate is missing'],
    [['stripe customer id', 'affiliate'], ['=cus_A', 'jane'], 'formula'],
  ])('%j with %j are rejected', (columns, cells, problem) => {
    expect(read(columns, cells).problem).toContain(problem);
  });
});

describe('the codes of an affiliate', () => {
  it('are those of all their cells and links, each once', () => {
    expect(
      readCodes('Jane, jane-2; JANE', 'example.com/?via=jane3, https://example.com/?utm=a&fpr=j4'),
    ).toEqual({
      codes: ['jane', 'jane-2', 'jane3', 'j4'],
    });
    expect(readCodes('', 'https://example.com/p?partner=j5')).toEqual({ codes: ['j5'] });
    expect(readCodes('', '')).toEqual({ codes: [] });
  });

  it('are bounded', () => {
    const many = Array.from({ length: 21 }, (_, index) => `c${index}`).join(',');
    expect(readCodes(many, '')).toEqual({ problem: 'There are more than 20 codes in this row' });
  });
});
