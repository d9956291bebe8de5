import { describe, expect, it } from 'vitest';
import { mailboxFailure } from '#app/platform/mail/mailbox-failure.ts';

const settings = { host: 'imap.example', port: 993, folder: ['INBOX'], security: 'tls' } as const;
const failureText = (failure: object) => mailboxFailure(settings, { message: 'Command failed', ...failure });

describe('why a mailbox cannot be read', () => {
  it.each([
    [{ code: 'ENOTFOUND' }, 'The name imap.example is not known to the network.'],
    [{ code: 'EAI_AGAIN' }, 'The name imap.example is not known to the network.'],
    [{ code: 'CONNECT_TIMEOUT' }, 'imap.example:993 does not answer in time.'],
    [{ code: 'NoConnection' }, 'imap.example:993 has ended the connection.'],
    [{ code: 'EPROTO' }, 'imap.example:993 does not speak TLS.'],
    [
      { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired', tlsFailed: true },
      'The certificate of imap.example is not trusted: certificate has expired.',
    ],
    [
      { responseText: 'Too many\r\n simultaneous connections' },
      'imap.example said: Too many simultaneous connections',
    ],
    [{}, 'imap.example said: Command failed'],
  ])('is a sentence for %j', (failure, words) => {
    expect(failureText(failure)).toBe(words);
  });
});
