import { describe, expect, it } from 'vitest';
import { isCanonicalPath, matchablePath, repairEncoding } from '#app/platform/http/path.server.ts';

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

describe('matchablePath', () => {
  it.each([
    '/support/tickets/3',
    '/support/tickets/3/',
    '/support/tickets/3//',
    '/Support/TICKETS/3',
    '/%73upport/tickets/%33',
    '/support/tickets/3.data',
    '/support/tickets/3/_.data',
    '/./support/x/../tickets/3',
    '/%2e/support/x/%2E%2e/tickets/3',
    '/support\\tickets\\3',
    'http://localhost:3000/support/tickets/3',
  ])('reads %s as the page that the router finds there', (path) => {
    expect(matchablePath(path)).toBe('/support/tickets/3');
  });

  it.each([
    ['/', '/'],
    ['//', '/'],
    ['/_.data', '/'],
    ['//support', '//support'],
    ['/support%2ftickets', '/support%2ftickets'],
    ['/support;a=b', '/support;a=b'],
    ['/support%ff', '/support%ff'],
    ['*', '*'],
    ['', '/'],
  ])('reads %s as %s', (path, read) => {
    expect(matchablePath(path)).toBe(read);
  });
});
