import { describe, expect, it } from 'vitest';
import { withoutPersonalData } from '#app/domain/selling/payment-events/personal-data.ts';

describe('an event without personal data', () => {
  it('keeps what is needed to read it again, however deep', () => {
    const event = {
      id: 'evt_1',
      created: 1_700_000_000,
      livemode: false,
      data: { object: { amount: 0, lines: [{ id: 'li_1', period: { end: 2 } }, 'text', null] } },
    };
    expect(withoutPersonalData(event)).toEqual(event);
  });

  it('leaves out what is known of a person or is secret, however deep', () => {
    const event = {
      id: 'evt_1',
      receipt_email: 'ada@example.com',
      data: {
        object: {
          id: 'in_1',
          customer_name: 'Ada',
          customer_address: { city: 'London' },
          charges: [{ id: 'ch_1', billing_details: { email: 'ada@example.com' }, client_secret: 's' }],
        },
      },
    };
    expect(withoutPersonalData(event)).toEqual({
      id: 'evt_1',
      data: { object: { id: 'in_1', charges: [{ id: 'ch_1' }] } },
    });
  });

  it('has no character that the database cannot keep, and null for what JSON cannot say', () => {
    expect(withoutPersonalData({ a: 'x\0y\0', b: undefined, c: () => 1 })).toEqual({
      a: 'xy',
      b: null,
      c: null,
    });
    expect(withoutPersonalData('text')).toBe('text');
  });
});
