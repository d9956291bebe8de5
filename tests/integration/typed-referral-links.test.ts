import { beforeAll, describe, expect, it } from 'vitest';
import { ask, port, postForm, sessionOf, withDemoSite } from '#tests/integration/running-site.ts';

withDemoSite();

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
const visit = (path: string) => ask(port, path, { headers: browser });
const setsReferral = (answer: Awaited<ReturnType<typeof visit>>) =>
  Boolean(answer.headers['set-cookie']?.some((cookie) => cookie.startsWith('referral=')));

let headers: { cookie: string };
beforeAll(async () => {
  headers = { cookie: await sessionOf('affiliate') };
});

async function countClicks(): Promise<number> {
  const { text } = await ask(port, '/affiliate-centre/tools', { headers });
  return Number(/>Clicks<\/dt><dd[^>]*>([\d,]+)</.exec(text)?.[1]?.replaceAll(',', ''));
}

describe('a referral link as people type it (P191)', () => {
  it.each([
    '/pricing?ref=demo-affiliate/',
    '/pricing?ref=demo-affiliate.',
    '/pricing?ref=@demo-affiliate',
    '/pricing?ref=Demo-Affiliate)',
    '/pricing?REF=demo-affiliate',
    '/pricing?Ref=DEMO-AFFILIATE,',
    '/pricing?ref=demo-affiliate?utm_source=fb',
    '/pricing?utm_source=fb?ref=demo-affiliate',
    '/pricing?utm_source=fb&amp;ref=demo-affiliate',
    '/pricing?ref=%22demo-affiliate%22',
    '/pricing?ref=demo-affiliate%E2%80%A6',
    '/pricing?ref=%20demo-affiliate%20',
    '/pricing?ref=https://site.example/?ref=demo-affiliate',
    `/pricing?ref=${encodeURIComponent('ｄｅｍｏ-affiliate')}`,
    '/pricing?ref=demo-affiliate&ref=nobody',
    '/pricing?ref=&ref=demo-affiliate',
    '/pricing?ref[]=demo-affiliate',
    '/pricing?ref%5B%5D=demo-affiliate',
    '/pricing&ref=demo-affiliate',
    '/pricing%3Fref=demo-affiliate',
    '/pricing/?ref=demo-affiliate',
  ])('counts and is remembered: %s', async (path) => {
    const before = await countClicks();
    const answer = await visit(path);
    expect(answer.status).toBeLessThan(400);
    expect(setsReferral(answer)).toBe(true);
    expect(await countClicks()).toBe(before + 1);
  });

  it.each(['/pricing?ref=demo', '/pricing?prefer=demo-affiliate', '/pricing?ref=%00', '/pricing?ref=%F0%9F'])(
    'nobody is meant by %s',
    async (path) => {
      const answer = await visit(path);
      expect([answer.status, setsReferral(answer)]).toEqual([200, false]);
    },
  );
});

it('a short link counts in capitals and with what was typed around it (P191)', async () => {
  const fields = { intent: 'shorten', destination: '/demo', campaign: 'bio', source: '', medium: '' };
  await postForm(port, '/affiliate-centre/tools', fields, headers);
  const { text } = await ask(port, '/affiliate-centre/tools', { headers });
  const code = /\/r\/([a-z0-9]{7})"/.exec(text)?.[1] ?? '';
  const before = await countClicks();
  const typed = [
    code,
    code.toUpperCase(),
    `${code}.`,
    `${code}/`,
    `${code})`,
    `${code},`,
    `@${code}`,
    `%E2%80%9C${code}%E2%80%9D`,
    `${code}%20`,
    `${code}&utm_source=fb`,
  ];
  for (const end of typed) {
    const answer = await visit(`/r/${end}`);
    expect([answer.status, answer.headers.location, setsReferral(answer)], end).toEqual([
      301,
      expect.stringContaining('/demo'),
      true,
    ]);
  }
  expect(await countClicks()).toBe(before + typed.length);
});

it('the campaign behind a second question mark is recorded (P191)', async () => {
  await visit('/pricing?ref=demo-affiliate?utm_campaign=typed-twice');
  const { text } = await ask(port, '/affiliate-centre/stats?breakdown=campaign', { headers });
  expect(text).toContain('typed-twice');
});
