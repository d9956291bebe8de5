import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  dkimRecords,
  dmarcRecords,
  judgeDkim,
  judgeDmarc,
  judgeSpf,
  readSpf,
  spfRecords,
} from '#app/domain/operating/sender-domain/records.ts';

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64');

describe('SPF', () => {
  it('is told from other records of its name', () => {
    expect(
      spfRecords(['v=spf1 -all', 'V=SPF1', 'v=spf10 -all', 'v=spf1-all', 'google-site-verification=x']),
    ).toEqual(['v=spf1 -all', 'V=SPF1']);
  });

  it('counts what asks DNS, and knows where it leads', () => {
    expect(
      readSpf('v=spf1 a mx:x.example ip4:1.2.3.4/24 include:_spf.example exists:%{i}.x ptr ~all'),
    ).toEqual({
      leadsTo: ['_spf.example'],
      lookups: 5,
      rest: '~',
      isRedirected: false,
      namesServers: true,
      unknown: [],
    });
    // Nobody asks what stands behind "all".
    expect(readSpf('v=spf1 redirect=a.example -all include:b.example')).toMatchObject({
      leadsTo: [],
      lookups: 0,
      isRedirected: false,
      namesServers: false,
    });
    expect(readSpf('v=spf1 redirect=_spf.example exp=why.example')).toMatchObject({
      leadsTo: ['_spf.example'],
      lookups: 1,
      isRedirected: true,
      unknown: [],
    });
  });

  it.each([
    ['none', [], 0, 'missing'],
    ['two', ['v=spf1 -all', 'v=spf1 ~all'], 0, 'broken'],
    ['one nobody can read', ['v=spf1 ipv4:1.2.3.4 -all'], 0, 'broken'],
    ['an include of nothing', ['v=spf1 include: -all'], 1, 'broken'],
    ['an address that is none', ['v=spf1 ip4:999.1.1.1 -all'], 0, 'broken'],
    ['a network that is none', ['v=spf1 ip6:2001:db8::/129 -all'], 0, 'broken'],
    ['one that names no server', ['v=spf1 -all'], 0, 'broken'],
    ['one whose servers stand behind all', ['v=spf1 -all include:x'], 0, 'broken'],
    ['one with networks', ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all'], 0, 'good'],
    ['one that takes eleven lookups', ['v=spf1 include:x -all'], 11, 'broken'],
    ['one that takes ten', ['v=spf1 include:x -all'], 10, 'good'],
    ['one that lets everybody', ['v=spf1 +all'], 0, 'broken'],
    ['one that lets everybody without saying plus', ['v=spf1 mx all'], 1, 'broken'],
    ['one that does not say', ['v=spf1 mx'], 1, 'weak'],
    ['one that is neutral', ['v=spf1 mx ?all'], 1, 'weak'],
    ['one that leads elsewhere', ['v=spf1 redirect=x'], 1, 'good'],
    ['one that refuses softly', ['v=spf1 mx ~all'], 1, 'good'],
  ])('judges %s', (_, records, lookups, state) => {
    expect(judgeSpf(records, lookups, 'smtp.example').state).toBe(state);
  });

  it('says what to publish instead of letting everybody', () => {
    expect(judgeSpf(['v=spf1 mx +all'], 1, null).publish).toBe('v=spf1 mx ~all');
    expect(judgeSpf(['v=spf1 include:all.example +all'], 1, null).publish).toBe(
      'v=spf1 include:all.example ~all',
    );
  });
});

describe('DMARC', () => {
  it('is told from other records of its name', () => {
    expect(dmarcRecords(['v=DMARC1; p=none', 'v=DMARC1', 'v=dmarc1; p=none', 'v=DMARC10; p=none'])).toEqual([
      'v=DMARC1; p=none',
      'v=DMARC1',
    ]);
  });

  it.each([
    ['none', [], 'missing'],
    ['two', ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'broken'],
    ['one without a policy', ['v=DMARC1'], 'broken'],
    ['an unknown policy', ['v=DMARC1; p=block; rua=mailto:a@b'], 'broken'],
    ['one that only watches', ['v=DMARC1; p=none; rua=mailto:a@b'], 'weak'],
    ['one that reports to nobody', ['v=DMARC1; p=reject'], 'weak'],
    ['one that refuses and reports', ['v=DMARC1;p=Reject;rua=mailto:a@b'], 'good'],
  ])('judges %s', (_, records, state) => {
    expect(judgeDmarc(records, 'academy.org', false).state).toBe(state);
  });

  it('goes by the policy for subdomains where the record is of a domain above', () => {
    const records = ['v=DMARC1; p=reject; sp=none; rua=mailto:a@b'];
    expect(judgeDmarc(records, 'mail.academy.org', true).state).toBe('weak');
    expect(judgeDmarc(records, 'academy.org', false).state).toBe('good');
  });
});

describe('DKIM', () => {
  it('is told from other records of its name', () => {
    expect(dkimRecords(['v=DKIM1; k=rsa; p=abc', 'p=abc', 'v=spf1 -all', 'v=DMARC1; p=none'])).toEqual([
      'v=DKIM1; k=rsa; p=abc',
      'p=abc',
    ]);
  });

  it.each([
    ['none', [], 'missing'],
    ['a revoked key', ['v=DKIM1; p='], 'broken'],
    ['a key that was cut', [`v=DKIM1; p=${rsa(1024).slice(0, 60)}`], 'broken'],
    ['words', ['v=DKIM1; p=see the other record'], 'broken'],
    ['a short key', [`p=${rsa(768)}`], 'broken'],
    ['two keys', [`p=${rsa(2048)}`, `p=${rsa(2048)}`], 'broken'],
    ['an older key', [`v=DKIM1; k=rsa; p=${rsa(1024)}`], 'weak'],
    ['a test', [`v=DKIM1; t=s:y; p=${rsa(2048)}`], 'weak'],
    ['a key of today', [`v=DKIM1; k=rsa; p=${rsa(2048)}`], 'good'],
    ['an Ed25519 key', [`v=DKIM1; k=ed25519; p=${Buffer.alloc(32, 7).toString('base64')}`], 'good'],
    ['half an Ed25519 key', [`v=DKIM1; k=ed25519; p=${Buffer.alloc(16, 7).toString('base64')}`], 'broken'],
  ])('judges %s', (_, records, state) => {
    expect(judgeDkim(records).state).toBe(state);
  });
});
