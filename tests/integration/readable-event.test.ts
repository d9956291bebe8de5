import { describe, expect, it } from 'vitest';
import { readStripeEvent } from '#app/platform/payments/readable-event.ts';

const event = { id: 'evt_1', type: 'invoice.paid', created: 1, data: { object: {} } };

describe('an event that Stripe has signed', () => {
  it('is read where it has the form of one', () => {
    expect(readStripeEvent(event, ({ id }) => id)).toBe('evt_1');
  });

  it.each([
    ['an id with a NUL', { id: 'evt_\u0000x' }],
    ['an empty id', { id: '' }],
    ['a long id', { id: `evt_${'x'.repeat(300)}` }],
    ['a type with a space', { type: 'invoice paid' }],
    ['no object', { data: {} }],
  ])('is refused with %s', (_, odd) => {
    expect(() => readStripeEvent({ ...event, ...odd }, ({ id }) => id)).toThrow(
      'The event is not of a form that the site knows.',
    );
  });
});
