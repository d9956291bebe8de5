import { describe, expect, it } from 'vitest';
import { isVisit } from '#app/routes/http/remember-referral.server.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const visit = (headers: Record<string, string>, method = 'GET') =>
  isVisit(new Request('http://localhost/pricing?ref=ada', { method, headers }));

describe('a visit', () => {
  it('is a page that somebody opens in a browser', () => {
    expect(visit({ 'User-Agent': browser })).toBe(true);
    expect(visit({ 'User-Agent': browser, 'Sec-Fetch-Dest': 'document' })).toBe(true);
    expect(visit({ 'User-Agent': browser, 'X-Purpose': '', 'Sec-Purpose': '' })).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['without a word of who asks', {}],
    ['with an empty one', { 'User-Agent': ' ' }],
    ['by a robot', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['for a preview', { 'User-Agent': browser, 'X-Purpose': 'preview' }],
    ['for a preview, in capitals', { 'User-Agent': browser, 'X-Purpose': 'PREVIEW' }],
    ['ahead', { 'User-Agent': browser, 'Sec-Purpose': 'prefetch' }],
    ['ahead, to be rendered', { 'User-Agent': browser, 'Sec-Purpose': 'prefetch;prerender' }],
    ['ahead by an older browser', { 'User-Agent': browser, Purpose: 'prefetch' }],
    ['ahead by Firefox', { 'User-Agent': browser, 'X-Moz': 'prefetch' }],
    [
      'ahead, whatever another header says',
      { 'User-Agent': browser, 'Sec-Purpose': 'x', 'X-Moz': 'prefetch' },
    ],
    ['for a picture', { 'User-Agent': browser, 'Sec-Fetch-Dest': 'image' }],
    ['for a frame', { 'User-Agent': browser, 'Sec-Fetch-Dest': 'iframe' }],
  ])('is none that is fetched %s', (_, headers) => expect(visit(headers)).toBe(false));

  it('is none that sends something', () => expect(visit({ 'User-Agent': browser }, 'POST')).toBe(false));
});
