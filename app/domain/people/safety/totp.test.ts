import { describe, expect, it } from 'vitest';
import { codeOfStep, otpauthUrl, stepAt, stepOfCode, toBase32 } from '#app/domain/people/safety/totp.ts';

/** The secret of the RFCs' test vectors. */
const secret = Buffer.from('12345678901234567890');

describe('codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('are those of RFC 6238 at second %i', (second, code) => {
    const step = stepAt(new Date(second * 1000));
    expect(codeOfStep(secret, step, 8)).toBe(code);
    expect(codeOfStep(secret, step)).toBe(code.slice(2));
  });

  it('are those of RFC 4226 by their counter', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871'];
    expect(codes.map((_, counter) => codeOfStep(secret, counter))).toEqual(codes);
  });

  it('are taken for their half minute and one to either side', () => {
    const at = new Date(1_111_111_111_000);
    const step = stepAt(at);
    for (const away of [-1, 0, 1])
      expect(stepOfCode(secret, codeOfStep(secret, step + away), at), `${away}`).toBe(step + away);
    for (const away of [-2, 2])
      expect(stepOfCode(secret, codeOfStep(secret, step + away), at), `${away}`).toBeNull();
  });

  it.each(['', '12345', '1234567', 'abcdef', ' 50471', '٠٥٠٤٧١'])('of another form (%j) are none', (code) => {
    expect(stepOfCode(secret, code, new Date(1_111_111_111_000))).toBeNull();
  });
});

describe('what an app is told', () => {
  it('has the secret in base32, as RFC 4648 spells it', () => {
    const spelled = {
      f: 'MY',
      fo: 'MZXQ',
      foo: 'MZXW6',
      foob: 'MZXW6YQ',
      fooba: 'MZXW6YTB',
      foobar: 'MZXW6YTBOI',
    };
    for (const [text, base32] of Object.entries(spelled)) expect(toBase32(Buffer.from(text))).toBe(base32);
  });

  it('names the site and the account', () => {
    expect(otpauthUrl('The Academy', 'ada+1@example.com', Buffer.from('foobar'))).toBe(
      'otpauth://totp/The%20Academy:ada%2B1%40example.com?secret=MZXW6YTBOI&issuer=The%20Academy',
    );
  });
});
