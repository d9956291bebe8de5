import { verify, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { fetchDirectly } from '#app/platform/outgoing/direct-fetch.server.ts';
import { topicArnPattern } from '#app/platform/settings/mail-events.server.ts';

/** A message that Amazon SNS has not signed, or of another topic. */
export class SnsRefused extends Error {}

/** What is needed to check a message could not be fetched from Amazon now. */
export class SnsAway extends Error {}

const line = (pattern: RegExp) => z.string().max(2_000).regex(pattern);

const messageSchema = z.looseObject({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: line(/^[\w-]{1,100}$/),
  TopicArn: line(topicArnPattern),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: line(/^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/),
  Token: line(/^\w{1,1000}$/).optional(),
  SubscribeURL: line(/^https:\/\/[!-~]+$/).optional(),
  SignatureVersion: z.string(),
  Signature: line(/^[A-Za-z0-9+/]{1,1000}={0,2}$/),
  SigningCertURL: z.string().max(500),
});

/** A message of Amazon SNS whose signature was checked. */
export type SnsMessage = z.output<typeof messageSchema>;

/** What a topic's region answers at. Other hosts below amazonaws.com, such as those of buckets, are anybody's. */
function hostOf(topicArn: string): string {
  const [, partition, region = ''] = topicArnPattern.exec(topicArn) ?? [];
  return `https://sns.${region}.amazonaws.com${partition === '-cn' ? '.cn' : ''}`;
}

const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{8,64}\.pem$/;

/** Certificates by their address, the latest few: Amazon changes them once in a few months. */
const certificates = new Map<string, X509Certificate>();
const mostCertificates = 5;

/** Amazon answers within so many milliseconds, or is away. */
const fetchTimeoutMs = 10_000;

async function fetchFromAmazon(url: string): Promise<string> {
  try {
    const response = await fetchDirectly(url, { signal: AbortSignal.timeout(fetchTimeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.text();
  } catch (error) {
    throw new SnsAway(`Amazon SNS did not answer: ${String(error).slice(0, 200)}`);
  }
}

async function certificateAt(url: string, mayFetch: () => Promise<boolean>): Promise<X509Certificate> {
  const cached = certificates.get(url);
  if (cached) return cached;
  if (!(await mayFetch())) throw new SnsAway('Too many certificates were asked for.');
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(await fetchFromAmazon(url));
  } catch (error) {
    throw error instanceof SnsAway ? error : new SnsAway('What Amazon SNS sent is no certificate.');
  }
  for (const oldest of [...certificates.keys()].slice(0, -(mostCertificates - 1)))
    certificates.delete(oldest);
  certificates.set(url, certificate);
  return certificate;
}

/** What Amazon signs: names and values of these fields, each on a line, in this order; of a subject only where there is one. */
function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return names
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${message[name]}\n`)
    .join('');
}

/**
 * Reads a message that Amazon SNS has posted. Its signature says that it is Amazon's, for anybody's topics are signed alike: only that it
 * is of `topicArn` makes it ours. `mayFetch` is asked before a certificate is fetched, since whoever posts names its address.
 * @throws {SnsRefused} {SnsAway}; null for what is no such message
 */
export async function readSnsMessage(
  topicArn: string,
  json: unknown,
  mayFetch: () => Promise<boolean>,
): Promise<SnsMessage | null> {
  const parsed = messageSchema.safeParse(json);
  if (!parsed.success) return null;
  const message = parsed.data;
  if (message.TopicArn !== topicArn) throw new SnsRefused('The message is of another topic.');
  // Version 1 signs with SHA-1.
  if (message.SignatureVersion !== '2')
    throw new SnsRefused('The signature version is not 2. Set SignatureVersion of the topic to 2.');
  const url = URL.canParse(message.SigningCertURL) ? new URL(message.SigningCertURL) : null;
  if (!url || url.href !== `${hostOf(topicArn)}${url.pathname}` || !certificatePath.test(url.pathname))
    throw new SnsRefused('The certificate is not at an address of Amazon SNS.');
  const { publicKey, validFromDate, validToDate } = await certificateAt(url.href, mayFetch);
  // Certificates bear the time of the world, whatever the site's clock says.
  const today = new Date();
  const isValid = validFromDate <= today && today <= validToDate && publicKey.asymmetricKeyType === 'rsa';
  const signature = Buffer.from(message.Signature, 'base64');
  if (!isValid || !verify('sha256', Buffer.from(signedText(message)), publicKey, signature))
    throw new SnsRefused('The signature is wrong.');
  return message;
}

/**
 * Tells Amazon that the site wants a topic's messages, as the message of a new subscription asks.
 * @throws {SnsRefused} {SnsAway}
 */
export async function confirmSubscription({ TopicArn, SubscribeURL = '' }: SnsMessage): Promise<void> {
  if (!SubscribeURL.startsWith(`${hostOf(TopicArn)}/?Action=ConfirmSubscription&`))
    throw new SnsRefused('The address to confirm is not one of Amazon SNS.');
  await fetchFromAmazon(SubscribeURL);
}
