import { describe, expect, it } from 'vitest';
import { behaviourOf, cardProblems } from '#stand-ins/sandbox/stripe/cards.ts';

const now = new Date('2026-11-21T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
const problemsOf = (change: Partial<typeof good>) => cardProblems({ ...good, ...change }, now);

describe('cardProblems', () => {
  it.each(['12 / 34', '12/34', '1234', '12/2034', '11 / 26', ' 1/27 '])('takes the expiry %j', (expiry) => {
    expect(problemsOf({ expiry })).toEqual([]);
  });

  it.each(['10 / 26', '12/2020', '11/25'])('finds %j in the past', (expiry) => {
    expect(problemsOf({ expiry })).toMatchObject([{ field: 'expiry', code: 'expired_card' }]);
  });

  it.each(['', '13/30', '0/30', '12', 'soon'])('cannot read the expiry %j', (expiry) => {
    expect(problemsOf({ expiry })).toMatchObject([{ field: 'expiry', code: 'invalid_expiry_month' }]);
  });

  it.each(['', '4242', '4242 4242 4242 4241', '0042424242424242x'])('refuses the number %j', (number) => {
    expect(problemsOf({ number })).toMatchObject([{ field: 'number', code: 'incorrect_number' }]);
  });

  it.each(['', '12', '12345', 'abc'])('refuses the security code %j', (cvc) => {
    expect(problemsOf({ cvc })).toMatchObject([{ field: 'cvc' }]);
  });

  it('takes four digits of security code and dashes in the number', () => {
    expect(problemsOf({ number: '4242-4242-4242-4242', cvc: '1234' })).toEqual([]);
  });

  it('names everything that is wrong at once', () => {
    expect(problemsOf({ number: '1', expiry: '', cvc: '' }).map(({ field }) => field)).toEqual([
      'number',
      'expiry',
      'cvc',
    ]);
  });
});

describe('behaviourOf', () => {
  it('knows the cards to try and declines the others', () => {
    expect(behaviourOf('4242 4242 4242 4242')).toBe('pays');
    expect(behaviourOf('4000-0025-0000-3155')).toBe('requires_action');
    expect(behaviourOf('4000000000000002')).toBe('declined');
    expect(behaviourOf('5555555555554444')).toBe('declined');
  });
});
