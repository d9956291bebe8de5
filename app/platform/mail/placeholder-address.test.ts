import { expect, it } from 'vitest';
import { isPlaceholderAddress } from '#app/platform/mail/placeholder-address.ts';

it.each([
  'deleted-438b60890869124d@invalid',
  'erased@invalid',
  'somebody@mail.invalid',
  'Some Body <x@INVALID>',
])('takes %s for a placeholder', (address) => {
  expect(isPlaceholderAddress(address)).toBe(true);
});

it.each(['jordan@example.com', 'invalid@example.com', 'jordan@invalid.example', 'jordan@notinvalid', ''])(
  'takes %j for an address',
  (address) => {
    expect(isPlaceholderAddress(address)).toBe(false);
  },
);
