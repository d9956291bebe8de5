import { expect, test } from 'vitest';
import { activitySentence } from '#app/domain/core/activity/sentence.ts';

const entry = { description: null, details: null };

test('a sentence is made of an entry’s kind and details', () => {
  expect(activitySentence({ ...entry, type: 'password_changed' })).toBe('Password changed');
  expect(
    activitySentence({
      ...entry,
      type: 'payment_received',
      details: { amountCents: 4700, currency: 'usd' },
    }),
  ).toBe('Payment of $47 received');
});

test('an entry from before there were kinds keeps its words', () => {
  expect(activitySentence({ ...entry, type: 'general', description: 'Moved house' })).toBe('Moved house');
});

test('an entry of a kind this version does not know is shown by its name', () => {
  expect(activitySentence({ ...entry, type: 'moon_landed' })).toBe('moon landed');
  expect(activitySentence({ ...entry, type: 'toString' })).toBe('toString');
});
