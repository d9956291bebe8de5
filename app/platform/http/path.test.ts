import { describe, expect, it } from 'vitest';
import { isCanonicalPath, loggedPath, repairEncoding } from '#app/platform/http/path.server.ts';

describe('loggedPath', () => {
  it.each([
    ['/reset-password/abc', '/reset-password/[secret]'],
    ['/verify-email/abc.data', '/verify-email/[secret]'],
    ['/email-course/unsubscribe/abc', '/email-course/unsubscribe/[secret]'],
    ['/Reset-Password/TOKEN', '/reset-password/[secret]'],
    ['//reset-password//TOKEN', '/reset-password/[secret]'],
    ['/a/../reset-password/TOKEN', '/reset-password/[secret]'],
    ['/%72eset-passwor%64/TOKEN', '/reset-password/[secret]'],
    ['/reset-password%2FTOKEN', '/reset-password/[secret]'],
    ['/Email-Course//Unsubscribe/TOKEN', '/email-course/unsubscribe/[secret]'],
    ['/reset-password/TOKEN%ff', '/reset-password/[secret]'],
    ['/email-course/3', '/email-course/3'],
    ['/reset-password/', '/reset-password/'],
    ['/courses/SEO%20x', '/courses/SEO%20x'],
  ])('logs %s as %s', (path, logged) => {
    expect(loggedPath(path)).toBe(logged);
  });
});

describe('isCanonicalPath', () => {
  it.each(['/', '/pricing', '/legal/terms', '/training/guides/mailing-list'])('takes %s', (path) => {
    expect(isCanonicalPath(path)).toBe(true);
  });

  it.each([
    '/Pricing',
    '/pricing/',
    '//pricing',
    '/legal//terms',
    '/%70ricing',
    '/./pricing',
    '/a/../pricing',
    '*',
    '',
  ])('refuses %s', (path) => {
    expect(isCanonicalPath(path)).toBe(false);
  });
});

describe('repairEncoding', () => {
  it.each([
    ['/%ff', '/%25ff'],
    ['/courses/%E0%A4%A?x=%ff', '/courses/%25E0%25A4%25A?x=%ff'],
    ['/a%20b/%', '/a%20b/%25'],
    ['/%E2%82%AC?q=1', '/%E2%82%AC?q=1'],
    ['/pricing', '/pricing'],
  ])('reads %s as %s', (url, repaired) => {
    expect(repairEncoding(url)).toBe(repaired);
    expect(() => decodeURIComponent(repaired.split('?')[0] ?? '')).not.toThrow();
  });
});
