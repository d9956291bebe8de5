import { z } from 'zod';
import {
  BadPayload,
  BadSignature,
  type OpenProviderEvent,
  ProviderAway,
  parseEvent,
  parseJson,
  refuseOldEvent,
  softCode,
} from '#app/domain/operating/letters/provider-events.server.ts';
import { daySeconds } from '#app/platform/durations.ts';
import { log } from '#app/platform/log.server.ts';
import {
  confirmSubscription,
  readSnsMessage,
  SnsAway,
  type SnsMessage,
  SnsRefused,
} from '#app/platform/mail/sns-message.server.ts';
import { isWithinLimit, type RateLimit } from '#app/platform/rate-limit.server.ts';

const address = z.string().min(3).max(320);

/** As SES notifies of an identity (`notificationType`), and as a configuration set publishes events (`eventType`). */
const sesEvent = z.looseObject({
  notificationType: z.string().max(50).optional(),
  eventType: z.string().max(50).optional(),
  bounce: z
    .looseObject({
      bounceType: z.string().max(50),
      bouncedRecipients: z
        .array(
          z.looseObject({
            emailAddress: address,
            status: z.string().max(50).optional(),
            diagnosticCode: z.string().optional(),
          }),
        )
        .max(50),
    })
    .optional(),
  complaint: z
    .looseObject({
      complainedRecipients: z.array(z.looseObject({ emailAddress: address })).max(50),
      complaintFeedbackType: z.string().max(50).nullish(),
      complaintSubType: z.string().max(50).nullish(),
    })
    .optional(),
});

/** SNS gives up within hours. In seconds. */
const toleranceSeconds = daySeconds;

/** Whoever posts a message names its certificate: so many that are not in memory are fetched. */
const certificateFetches: RateLimit = { name: 'sns-certificates', points: 20, seconds: 3_600 };

async function readMessage(topicArn: string, body: string): Promise<SnsMessage> {
  const json = parseJson(body);
  try {
    const message = await readSnsMessage(topicArn, json, () => isWithinLimit(certificateFetches, topicArn));
    if (!message) throw new BadPayload('The body is no message of Amazon SNS.');
    refuseOldEvent(Date.parse(message.Timestamp) / 1000, toleranceSeconds);
    if (message.Type === 'SubscriptionConfirmation') await confirmSubscription(message);
    return message;
  } catch (error) {
    if (error instanceof SnsRefused) throw new BadSignature(error.message);
    if (error instanceof SnsAway) throw new ProviderAway(error.message);
    throw error;
  }
}

/**
 * Amazon SES reports by a topic of SNS, whose ARN stands in place of a secret: anybody can have SNS sign messages of a topic of their own.
 * A new subscription is confirmed by itself.
 */
export const openSesEvent: OpenProviderEvent = async (topicArn, _headers, body) => {
  const { Type, MessageId: eventId, Message } = await readMessage(topicArn, body);
  if (Type !== 'Notification') {
    log().warn({ event: 'sns_subscription', type: Type }, 'the subscription to a topic of SNS has changed');
    return null;
  }
  // SES tests a new topic with words that are no JSON.
  if (!Message.trimStart().startsWith('{')) return null;
  const { notificationType, eventType, bounce, complaint } = parseEvent(sesEvent, parseJson(Message));
  const kind = notificationType ?? eventType;
  if (kind === 'Bounce' && bounce?.bounceType === 'Permanent') {
    const hardBounces = bounce.bouncedRecipients.filter(({ status = '' }) => !softCode.test(status));
    if (hardBounces.length === 0) return null;
    const addresses = hardBounces.map(({ emailAddress }) => emailAddress);
    return { eventId, reason: 'bounce', addresses, detail: hardBounces[0]?.diagnosticCode ?? '' };
  }
  if (kind !== 'Complaint' || !complaint || complaint.complaintFeedbackType === 'not-spam') return null;
  // A mail that SES did not send, since its own list has the address, is no complaint of anybody.
  if (complaint.complaintSubType === 'OnAccountSuppressionList') return null;
  const addresses = complaint.complainedRecipients.map(({ emailAddress }) => emailAddress);
  // They are all who may have complained, and the site's mails have one recipient.
  if (addresses.length !== 1) return null;
  return { eventId, reason: 'complaint', addresses, detail: complaint.complaintFeedbackType ?? '' };
};
