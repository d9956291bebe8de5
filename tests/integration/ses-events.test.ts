import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as platform from '#app/platform/config.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { action as ses } from '#app/routes/api/ses-webhook.ts';
import { newCertificate } from '#tests/fakes/certificate.ts';
import { newEmail } from '#tests/integration/people.ts';

const topic = 'arn:aws:sns:eu-central-1:123456789012:mail';
const host = 'https://sns.eu-central-1.amazonaws.com';
const certificateUrl = `${host}/SimpleNotificationService-0123456789abcdef.pem`;
const expiredUrl = `${host}/SimpleNotificationService-00000000000000ff.pem`;
const usual = newCertificate(new Date('2045-01-01'));
const expired = newCertificate(new Date('2021-01-01'));
const pages: Record<string, string> = { [certificateUrl]: usual.pem, [expiredUrl]: expired.pem };

const fetched: string[] = [];
let isAway = false;

beforeAll(() => {
  const config = platform.config();
  vi.spyOn(platform, 'config').mockReturnValue({
    ...config,
    mailEvents: { postmark: null, resend: null, mailgun: null, ses: topic },
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    fetched.push(String(input));
    expect(init?.redirect).toBe('error');
    if (isAway) throw new TypeError('fetch failed');
    return new Response(pages[String(input)] ?? '<ConfirmSubscriptionResponse/>');
  });
});
beforeEach(() => {
  fetched.length = 0;
  isAway = false;
});
afterAll(() => vi.restoreAllMocks());

type Fields = Record<string, string>;

const notification = (message: object | string, more: Fields = {}): Fields => ({
  Type: 'Notification',
  MessageId: randomUUID(),
  TopicArn: topic,
  Subject: 'Amazon SES Email Event Notification',
  Message: typeof message === 'string' ? message : JSON.stringify(message),
  Timestamp: new Date().toISOString(),
  SignatureVersion: '2',
  SigningCertURL: certificateUrl,
  UnsubscribeURL: `${host}/?Action=Unsubscribe`,
  ...more,
});

const subscription = (more: Fields = {}): Fields => ({
  ...notification('You have chosen to subscribe.', { Type: 'SubscriptionConfirmation', Token: 'a1b2c3' }),
  SubscribeURL: `${host}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=a1b2c3`,
  ...more,
});

/** As Amazon describes what it signs. */
function signatureOf(fields: Fields, key: KeyObject): string {
  const names =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.filter((name) => name in fields).map((name) => `${name}\n${fields[name]}\n`);
  return sign('sha256', Buffer.from(text.join('')), key).toString('base64');
}

const post = (body: string) =>
  ses({
    request: new Request('http://x/webhooks/ses', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
    }),
  });
const send = (fields: Fields, { key = usual.privateKey, changed = {} as Fields } = {}) =>
  post(JSON.stringify({ ...fields, Signature: signatureOf(fields, key), ...changed }));

const bounce = (address: string, more: object = {}) => ({
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: address, action: 'failed', status: '5.1.1', diagnosticCode: 'gone' }],
    ...more,
  },
  mail: { messageId: 'x' },
});
const complaint = (addresses: string[], more: object = {}) => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: addresses.map((emailAddress) => ({ emailAddress })), ...more },
});

const suppressionOf = (address: string) => prisma().mailSuppression.findUnique({ where: { address } });

describe('what Amazon SES reports by SNS (P267)', () => {
  it('suppresses hard bounces and complaints, each once', async () => {
    const [one, other] = [newEmail(), newEmail()];
    const first = notification(bounce(one.toUpperCase()));
    expect(await (await send(first)).json()).toEqual({ outcome: 'taken' });
    expect(await (await send(first)).json()).toEqual({ outcome: 'known' });
    const { Subject: _, ...without } = notification(complaint([other], { complaintFeedbackType: 'abuse' }));
    expect(await (await send(without)).json()).toEqual({ outcome: 'taken' });
    const rows = await Promise.all([one, other].map(suppressionOf));
    expect(rows.map((row) => [row?.reason, row?.source])).toEqual([
      ['bounce', 'ses'],
      ['complaint', 'ses'],
    ]);
    expect(fetched.filter((url) => url === certificateUrl).length).toBeLessThanOrEqual(1);
  });

  it('takes no notice of what is no hard bounce, or of nobody in particular', async () => {
    const address = newEmail();
    const events = [
      bounce(address, { bounceType: 'Transient' }),
      bounce(address, { bouncedRecipients: [{ emailAddress: address, status: '5.7.1' }] }),
      complaint([address, newEmail()]),
      complaint([address], { complaintFeedbackType: 'not-spam' }),
      complaint([address], { complaintSubType: 'OnAccountSuppressionList' }),
      { notificationType: 'AmazonSnsSubscriptionSucceeded', message: 'You have subscribed.' },
      { notificationType: 'Delivery' },
    ];
    for (const event of [...events, 'Successfully validated SNS topic for Amazon SES event publishing.'])
      expect(await (await send(notification(event))).json()).toEqual({ outcome: 'ignored' });
    expect(await suppressionOf(address)).toBeNull();
  });

  it('refuses what Amazon has not signed for this topic, and fetches no certificate from elsewhere', async () => {
    const address = newEmail();
    await send(notification(bounce(newEmail())));
    fetched.length = 0;
    const event = (more: Fields = {}) => notification(bounce(address), more);
    const elsewhere = [
      'https://sns.eu-central-1.amazonaws.com.evil.example/SimpleNotificationService-0123456789abcdef.pem',
      'https://evil.s3.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      `${host}@evil.example/SimpleNotificationService-0123456789abcdef.pem`,
      `http://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem`,
      `${host}:8443/SimpleNotificationService-0123456789abcdef.pem`,
      `${host}/x/../?Action=x&y=/SimpleNotificationService-0123456789abcdef.pem`,
      `${certificateUrl}?x`,
      'no address',
    ];
    const theirs = 'arn:aws:sns:eu-central-1:999999999999:mail';
    const answers = [
      // Signed by Amazon, for somebody else's topic: also where its words look like another message.
      await send(event({ TopicArn: theirs })),
      await send(
        notification('x', { TopicArn: theirs, Type: `Notification\nTopicArn\n${topic}\nType\nNotification` }),
      ),
      await send(event(), { changed: { TopicArn: theirs } }),
      await send(event(), { changed: { Message: JSON.stringify(complaint([address])) } }),
      await send(event(), { changed: { Signature: 'AAAA' } }),
      await send(event(), { key: expired.privateKey }),
      await send(event({ SigningCertURL: expiredUrl }), { key: expired.privateKey }),
      await send(event({ SignatureVersion: '1' })),
      await send(event({ Timestamp: new Date(Date.now() - 90_000_000).toISOString() })),
      ...(await Promise.all(elsewhere.map((SigningCertURL) => send(event({ SigningCertURL }))))),
    ];
    const statuses = answers.map(({ status }) => status);
    expect([...new Set(statuses)].sort()).toEqual([400, 401]);
    expect(fetched).toEqual([expiredUrl]);
    expect(await suppressionOf(address)).toBeNull();
  });

  it('refuses what is no message', async () => {
    for (const body of ['', '[]', 'null', '{"Type":"Notification"}', `{"__proto__":${'['.repeat(50_000)}`])
      expect((await post(body)).status).toBe(400);
    expect((await send(notification('{"notificationType":7}'))).status).toBe(400);
    expect((await send(notification(bounce('x'.repeat(400))))).status).toBe(400);
  });

  it('confirms a subscription of its topic, at Amazon alone', async () => {
    const wanted = subscription();
    expect((await send(wanted)).status).toBe(200);
    expect(fetched.at(-1)).toBe(wanted.SubscribeURL);
    fetched.length = 0;
    const urls = ['https://evil.example/?Action=ConfirmSubscription&x', `${host}/?Action=Unsubscribe&x`];
    for (const SubscribeURL of urls) expect((await send(subscription({ SubscribeURL }))).status).toBe(401);
    expect((await send(subscription(), { changed: { Token: 'other' } })).status).toBe(401);
    expect((await send(subscription({ Type: 'UnsubscribeConfirmation' }))).status).toBe(200);
    expect(fetched).toEqual([]);
  });

  it('asks to be told again where Amazon does not answer', async () => {
    isAway = true;
    const answer = await send(subscription());
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '60']);
    const SigningCertURL = `${host}/SimpleNotificationService-aaaaaaaaaaaaaaaa.pem`;
    expect((await send(notification('x', { SigningCertURL }))).status).toBe(503);
  });
});
