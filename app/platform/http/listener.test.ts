import { expect, it } from 'vitest';
import { loggedPath } from '#app/platform/http/listener.server.ts';

it.each([
  ['/reset-password/abc', '/reset-password/[secret]'],
  ['/verify-email/abc.data', '/verify-email/[secret]'],
  ['/email-course/unsubscribe/abc', '/email-course/unsubscribe/[secret]'],
  ['/email-course/3', '/email-course/3'],
])('logs %s as %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});
