import { expect, it } from 'vitest';
import { withCharset } from '#app/platform/http/text-charset.ts';

it.each([
  'text/plain',
  'text/css',
  'text/javascript',
  'application/xml',
  'application/rss+xml',
  'image/svg+xml',
])('text says its characters: %s', (type) => {
  expect(withCharset(type)).toBe(`${type}; charset=utf-8`);
  expect(withCharset(`${type}; charset=utf-8`)).toBe(`${type}; charset=utf-8`);
});

it.each([
  'application/json',
  'application/pdf',
  'image/png',
  'font/woff2',
  'multipart/form-data; boundary=x',
])('anything else stays as it is: %s', (type) => expect(withCharset(type)).toBe(type));
