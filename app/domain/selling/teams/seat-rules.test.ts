import { describe, expect, it } from 'vitest';
import {
  freeSeats,
  plannedReduction,
  problemOfSeats,
  seatsText,
} from '#app/domain/selling/teams/seat-rules.ts';

const at = new Date('2026-11-10T10:00:00Z');
const later = new Date('2026-12-01T10:00:00Z');

describe('fewer seats from the next payment on', () => {
  it.each([
    ['none chosen', { quantity: 3, paidQuantity: null, paidQuantityUntil: null }, null],
    ['fewer chosen', { quantity: 3, paidQuantity: 5, paidQuantityUntil: later }, { from: 5, until: later }],
    ['that payment is over', { quantity: 3, paidQuantity: 5, paidQuantityUntil: at }, null],
    ['taken back', { quantity: 5, paidQuantity: 5, paidQuantityUntil: later }, null],
  ])('%s', (_, row, planned) => {
    expect(plannedReduction(row, at)).toEqual(planned);
  });
});

it('free seats are those that nobody has or is invited to, and never fewer than none', () => {
  expect([freeSeats(3, 1), freeSeats(3, 3), freeSeats(2, 3)]).toEqual([2, 0, 0]);
});

describe('another number of seats', () => {
  const team = { quantity: 5, takenCount: 3, limits: { min: 2, max: 10 } };

  it.each([3, 4, 6, 10])('%i can be had', (seats) => {
    expect(problemOfSeats(seats, team)).toBeNull();
  });

  it.each([
    [5, 'has 5 seats already'],
    [1, 'Choose 2 to 10 seats'],
    [11, 'Choose 2 to 10 seats'],
    [2, '3 seats are taken'],
  ])('%i cannot: %s', (seats, words) => {
    expect(problemOfSeats(seats, team)).toContain(words);
  });
});

it('counts in words', () => {
  expect([seatsText(1), seatsText(2)]).toEqual(['1 seat', '2 seats']);
});
