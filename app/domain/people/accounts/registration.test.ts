import { expect, it } from 'vitest';
import { usernameFrom } from '#app/domain/people/accounts/registration.server.ts';

it.each([
  ['Ada.Example+news@example.com', 'ada-example-news-a1b2'],
  ['--ada--@example.com', 'ada-a1b2'],
  ['ünïcode@example.com', 'u-ni-code-a1b2'],
  ['日本@example.com', 'member-a1b2'],
  [`${'x'.repeat(40)}@example.com`, `${'x'.repeat(24)}-a1b2`],
])('the handle of %s is %s', (email, handle) => {
  expect(usernameFrom(email, 'a1b2')).toBe(handle);
});
