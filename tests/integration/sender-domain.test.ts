import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { checkSender, selectorSchema } from '#app/domain/operating/sender-domain/look-up.server.ts';
import { RateLimitExceeded } from '#app/platform/rate-limit.server.ts';
import { startDns, type Zone } from '#tests/integration/dns-server.ts';

const open: (() => void)[] = [];
afterEach(() => {
  for (const stop of open.splice(0)) stop();
});

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');
const sender = { domain: 'mail.academy.org', server: 'smtp.provider.org', obstacle: null };

async function check(zone: Zone, selector = 's1', admin: string = randomUUID()) {
  const dns = await startDns(zone);
  open.push(dns.stop);
  const records = await checkSender(admin, sender, selector, dns.resolver);
  return {
    questions: dns.questions,
    states: records.map(({ kind, name, state }) => ({ kind, name, state })),
    records,
  };
}

const whole: Zone = {
  'mail.academy.org': ['some-verification=1', 'v=spf1 include:_spf.provider.org ~all'],
  '_spf.provider.org': ['v=spf1 ip4:192.0.2.0/24 -all'],
  's1._domainkey.mail.academy.org': [`v=DKIM1; k=rsa; p=${key}`],
  '_dmarc.academy.org': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@academy.org'],
};

describe('the records of the sender’s domain', () => {
  it('are good where all three stand, DMARC also at the domain above', async () => {
    const { states, records } = await check(whole);
    expect(states).toEqual([
      { kind: 'SPF', name: 'mail.academy.org', state: 'good' },
      { kind: 'DKIM', name: 's1._domainkey.mail.academy.org', state: 'good' },
      { kind: 'DMARC', name: '_dmarc.academy.org', state: 'good' },
    ]);
    // In DNS a key of this length stands in two parts.
    expect(records[1]?.texts).toEqual([`v=DKIM1; k=rsa; p=${key}`]);
  });

  it('are missing where there is none', async () => {
    const { states } = await check({});
    expect(states.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing']);
  });

  it('finds a key under one of the usual names, and says where it found none', async () => {
    expect((await check(whole, '')).states[1]).toMatchObject({
      name: 's1._domainkey.mail.academy.org',
      state: 'good',
    });
    expect((await check({}, '')).states[1]).toMatchObject({ kind: 'DKIM', state: 'unknown' });
  });

  it('counts what the includes of SPF ask in turn, each name once, however they go round', async () => {
    const more = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`_${at}.org`, [`v=spf1 include:_${at + 1}.org -all`]]),
    );
    const { states } = await check({ ...more, 'mail.academy.org': ['v=spf1 include:_0.org -all'] });
    expect(states[0]?.state).toBe('broken');
    const round = {
      'mail.academy.org': ['v=spf1 include:_a.org -all'],
      '_a.org': ['v=spf1 include:_a.org -all'],
    };
    const { states: ofRound, questions } = await check(round);
    expect(ofRound[0]?.state).toBe('good');
    expect(questions.filter((name) => name === '_a.org')).toHaveLength(1);
  });

  it('are not known where DNS does not answer, which is no fault of theirs', async () => {
    const { states } = await check({
      ...whole,
      'mail.academy.org': 'failure',
      '_dmarc.mail.academy.org': 'failure',
    });
    expect(states.map(({ state }) => state)).toEqual(['unknown', 'good', 'unknown']);
  });

  it('are looked up thirty times an hour', async () => {
    const admin = randomUUID();
    const { resolver, stop } = await startDns(whole);
    open.push(stop);
    for (let time = 0; time < 30; time += 1) await checkSender(admin, sender, 's1', resolver);
    await expect(checkSender(admin, sender, 's1', resolver)).rejects.toThrow(RateLimitExceeded);
  });

  it('takes a selector also as providers show it, and nothing that is none', () => {
    expect(selectorSchema.parse(' S1._domainkey.academy.org ')).toBe('s1');
    expect(selectorSchema.parse('')).toBe('');
    for (const typed of ['a b', '-a', 'a..b', 'a\0', '*', 'ü', 'x'.repeat(64)])
      expect(selectorSchema.safeParse(typed).success, typed).toBe(false);
  });
});
