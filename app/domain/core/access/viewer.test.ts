import { expect, it } from 'vitest';
import { emailLocalPart } from '#app/domain/core/access/viewer.ts';

it('the menu greets by the part of the address before the @, in capitals', () => {
  expect(emailLocalPart('ada.example@mail.example.com')).toBe('ADA.EXAMPLE');
});
