import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databasePool, prisma } from '#app/platform/database/client.server.ts';
import { peakOf, runMailing } from '#tests/integration/killed-runs.ts';

// With many: npm run load:letters, whose figures are in docs/performance.md.
const readers = Number(process.env.LETTER_READERS ?? 150);
const kills = Number(process.env.LETTER_KILLS ?? 2);

/** How often each address was sent the letter, and the ids of these mails. */
const deliveries = new Map<string, string[]>();
let accepted = 0;

const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    let head = '';
    stream.on('data', (part: Buffer) => {
      if (head.length < 4_000) head += part.toString('latin1');
    });
    stream.on('end', () => {
      const address = envelope.rcptTo[0]?.address ?? '';
      const messageId = /^Message-ID: (\S+)/im.exec(head)?.[1] ?? '';
      deliveries.set(address, [...(deliveries.get(address) ?? []), messageId]);
      accepted += 1;
      done();
    });
  },
});
// A process that is killed breaks off what it was delivering.
sink.on('error', () => undefined);

beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  // By ten thousands, as one statement may not take as long as a million of them.
  for (let from = 1; from <= readers; from += 10_000)
    await databasePool().query(
      `INSERT INTO users (id, email, username, name, email_verified_at, updated_at)
       SELECT gen_random_uuid(), 'reader-' || n || '@reader.example', 'reader-' || n, 'Reader ' || n, now(), now()
       FROM generate_series($1::int, $2::int) n`,
      [from, Math.min(readers, from + 9_999)],
    );
  await databasePool().query('ANALYZE users');
}, 3_600_000);

afterAll(() => new Promise<void>((resolve) => sink.close(() => resolve())));

/** Sends and delivers in a process of its own, and kills it once the mail server has taken so many, unless `killedAt` is null. */
async function run(killedAt: number | null): Promise<string | null> {
  const address = sink.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const isFarEnough = killedAt === null ? null : () => accepted >= killedAt;
  const output = await runMailing(['letters.ts'], isFarEnough, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  // What it was delivering is taken up by others after half a minute.
  await databasePool().query("UPDATE mail_outbox SET claimed_at = claimed_at - interval '1 minute'");
  return output;
}

it('a letter goes on where its process was killed: everybody is noted and mailed once', {
  timeout: 3_600_000,
}, async () => {
  const at = new Date();
  const conditions = [{ field: 'verified', values: { operator: 'is' } }];
  const { id } = await prisma().letter.create({
    data: {
      subject: 'News for {{ first_name }}',
      body: 'Hello {{ first_name | there }},\n\n[See prices](/pricing "button")',
      state: 'sending',
      audience: { isAny: false, conditions },
      startedAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  let killed = 0;
  for (let kill = 1; kill <= kills; kill += 1)
    if ((await run(Math.floor((readers * kill) / (kills + 1)))) === null) killed += 1;
  expect(killed).toBe(kills);
  const sofar = accepted;
  expect(sofar).toBeLessThan(readers);
  const startedAt = performance.now();
  const output = await run(null);
  const seconds = (performance.now() - startedAt) / 1_000;
  const peak = peakOf(output);
  const repeated = [...deliveries.values()].filter(({ length }) => length > 1);
  if (readers > 10_000)
    console.log(
      `${readers} readers, ${kills} kills: the last ${accepted - sofar} in ${seconds.toFixed(0)} s, ${((accepted - sofar) / seconds).toFixed(0)} a second; ${peak} MB at most; taken twice by the mail server: ${repeated.length}`,
    );
  expect(deliveries.size).toBe(readers);
  expect(await prisma().letterRecipient.count({ where: { letterId: id, mailId: { not: null } } })).toBe(
    readers,
  );
  expect(await prisma().mailOutbox.count({ where: { status: 'sent' } })).toBe(readers);
  // The mail server may have taken a mail in the moment before the kill: its receiver knows it again by its id.
  expect(repeated.length).toBeLessThanOrEqual(5 * kills);
  for (const ids of repeated) expect(new Set(ids).size).toBe(1);
  expect(peak).toBeLessThan(500);
});
