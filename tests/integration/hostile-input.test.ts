import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxMailBytes } from '#app/domain/talk/support/inbound.server.ts';
import { config } from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { findMailSource } from '#app/platform/mail/mail-source.server.ts';
import { action } from '#app/routes/api/mail-webhook.ts';
import { longestTurnMs } from '#tests/integration/longest-turn.ts';
import { answered } from '#tests/integration/ticket-mails.ts';
import { hostileMails } from '#tests/unit/hostile-mails.ts';

/** As long as a health check may wait for the thread that serves. */
const longestMs = 100;

const secret = 'an-inbound-secret-of-thirty-two-letters';

beforeAll(() => {
  config().inboundMail = { address: 'reply@mail.example', secret, mailbox: null };
});
afterAll(() => {
  config().inboundMail = null;
});

/** A body as it comes in from the network: piece by piece. */
function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
}

const post = (body: Uint8Array) =>
  action({
    request: new Request('http://site.example/webhooks/mail', {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: streamOf(body),
      duplex: 'half',
    } as RequestInit),
  });

/** The same mail from another sender, so that it is not known already. */
const sent = (raw: Buffer, from: string, to: string) =>
  Buffer.concat([Buffer.from(`From: ${from}\r\nTo: ${to}\r\n`), raw.subarray(raw.indexOf('\n') + 1)]);

describe('the thread that serves', () => {
  it.each(hostileMails)(
    'answers others while a mail comes in of nothing but %s (P172)',
    async (_, make) => {
      const { viewer, told } = await answered();
      const mail = sent(make(), viewer.email, String(told['Reply-To']));
      expect(mail.length).toBeLessThanOrEqual(maxMailBytes);
      const statuses: number[] = [];
      const longest = await longestTurnMs(async () => {
        statuses.push((await post(mail)).status);
      });
      expect(statuses).toEqual([200]);
      expect(longest).toBeLessThan(longestMs);
    },
    120_000,
  );

  it('answers others while a large mail is read again, and finds it as it came', async () => {
    const { viewer, told } = await answered();
    const file =
      hostileMails.find(([name]) => name === 'files that nothing compresses')?.[1]() ?? Buffer.of();
    const mail = sent(file, viewer.email, String(told['Reply-To']));
    expect((await post(mail)).status).toBe(200);
    const { id } = await prisma().receivedMail.findFirstOrThrow({ where: { fromAddress: viewer.email } });
    const sources: (Uint8Array | null)[] = [];
    const longest = await longestTurnMs(async () => {
      sources.push(await findMailSource(id));
    });
    expect(Buffer.from(sources[0] ?? []).equals(mail)).toBe(true);
    expect(longest).toBeLessThan(longestMs);
  }, 120_000);

  it('is seen to be busy where it is', async () => {
    const longest = await longestTurnMs(async () => {
      for (const end = process.threadCpuUsage().user + 150_000; process.threadCpuUsage().user < end; );
    });
    expect(longest).toBeGreaterThan(longestMs);
  });
});
