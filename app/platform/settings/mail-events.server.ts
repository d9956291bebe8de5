import { z } from 'zod';

/** What mail providers prove their webhooks with; null where a provider has none set, and its address answers 404. */
export interface MailEventSettings {
  /** `user:password`, as it is in the address given to Postmark. */
  postmark: string | null;
  resend: string | null;
  mailgun: string | null;
  /** The ARN of the SNS topic that Amazon SES reports to. It is no secret: SNS signs, and says of which topic it is. */
  ses: string | null;
}

/** The ARN of a topic of Amazon SNS: partition, region, account and name. FIFO topics send no HTTP. */
export const topicArnPattern = /^arn:aws(-cn|-us-gov)?:sns:([a-z]{2}[a-z0-9-]{3,30}):\d{12}:[\w-]{1,256}$/;

/** The settings of bounces and complaints that providers report. */
export const mailEventsShape = {
  POSTMARK_WEBHOOK_LOGIN: z
    .string()
    .regex(/^[^:\s]+:[^\s]{16,}$/, 'must be user:password, with a password of at least 16 characters')
    .optional(),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_[A-Za-z0-9+/=_-]{16,}$/,
      'must be the signing secret of the webhook, which starts with whsec_',
    )
    .optional(),
  MAILGUN_SIGNING_KEY: z.string().min(16, 'must be the HTTP webhook signing key of the account').optional(),
  SES_TOPIC_ARN: z
    .string()
    .regex(
      topicArnPattern,
      'must be the ARN of a standard topic of Amazon SNS, such as arn:aws:sns:eu-central-1:123456789012:mail',
    )
    .optional(),
} as const;

export const mailEventsOf = (env: z.output<z.ZodObject<typeof mailEventsShape>>): MailEventSettings => ({
  postmark: env.POSTMARK_WEBHOOK_LOGIN ?? null,
  resend: env.RESEND_WEBHOOK_SECRET ?? null,
  mailgun: env.MAILGUN_SIGNING_KEY ?? null,
  ses: env.SES_TOPIC_ARN ?? null,
});
