import { expect, it } from 'vitest';
import { maskedEmail, maskedName } from '#app/domain/core/audit/mask.ts';

it.each([
  ['jane.doe@example.com', 'j***@e***.com'],
  ['a@b', 'a***@b***'],
  ['"odd@one"@mail.example.co.uk', '"***@m***.uk'],
  ['😀a@example.com', '😀***@e***.com'],
  ['', '***@***'],
])('an address keeps what one recognises it by: %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});

it.each([
  ['Jane Doe', 'J***'],
  ['😀 Smile', '😀***'],
  ['', '***'],
])('a name keeps its first letter: %s', (name, masked) => {
  expect(maskedName(name)).toBe(masked);
});
