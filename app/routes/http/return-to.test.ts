import { describe, expect, it } from 'vitest';
import { safeReturnTo, signInPath } from '#app/routes/http/return-to.ts';

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

describe('signInPath', () => {
  it('keeps the page one came from', () => {
    expect(signInPath(new URL('http://x/courses/seo?a=b'))).toBe(
      '/login?redirectTo=%2Fcourses%2Fseo%3Fa%3Db',
    );
    expect(signInPath(new URL('http://x/dashboard'))).toBe('/login');
  });
});
