import { describe, expect, it } from 'vitest';
import { entrancePath, safeReturnTo, withReturnTo } from '#app/routes/http/return-to.ts';

describe('safeReturnTo', () => {
  it.each(['/courses', '/courses/seo?x=1#top', '/'])('keeps %s', (path) => {
    expect(safeReturnTo(path)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'courses',
    '',
    null,
    undefined,
    42,
  ])('sends %j to the dashboard', (value) => {
    expect(safeReturnTo(value)).toBe('/dashboard');
  });

  it('does not leave the site by a path that resolves elsewhere', () => {
    expect(safeReturnTo('/..//evil.example')).not.toMatch(/^\/\//);
  });
});

describe('entrancePath', () => {
  it.each([
    ['/courses/seo?a=b', 'courses/:courseSlug', '/login?redirectTo=%2Fcourses%2Fseo%3Fa%3Db'],
    ['/dashboard', 'dashboard', '/login'],
    ['/checkout-less', '*', '/login?redirectTo=%2Fcheckout-less'],
    ['/checkout?product=dmd', 'checkout', '/register?redirectTo=%2Fcheckout%3Fproduct%3Ddmd'],
    ['/checkout/paypal', 'checkout/paypal', '/register?redirectTo=%2Fcheckout%2Fpaypal'],
    [
      '/checkout/paypal/return?token=1',
      'checkout/paypal/return',
      '/login?redirectTo=%2Fcheckout%2Fpaypal%2Freturn%3Ftoken%3D1',
    ],
    ['/%63heckout', 'checkout', '/register?redirectTo=%2F%2563heckout'],
    ['/reseller-checkout', 'reseller-checkout', '/register?redirectTo=%2Freseller-checkout'],
  ])('leads from %s, which is %s, to %s', (from, pattern, to) => {
    expect(entrancePath(new URL(`http://x${from}`), pattern)).toBe(to);
  });
});

describe('withReturnTo', () => {
  it('adds to a query that is there', () => {
    expect(withReturnTo('/login?mode=reset', '/courses')).toBe('/login?mode=reset&redirectTo=%2Fcourses');
    expect(withReturnTo('/login?mode=reset', '/dashboard')).toBe('/login?mode=reset');
  });
});
