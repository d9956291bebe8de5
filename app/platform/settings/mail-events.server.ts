import { z } from 'zod';

/** What mail providers prove their webhooks with; null where a provider has none set, and its address answers 404. */
export interface MailEventSettings {
  /** `user:password`, as it is in the address given to Postmark. */
  postmark: string | null;
  resend: string | null;
  mailgun: string | null;
}

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
} as const;

export const mailEventsOf = (env: z.output<z.ZodObject<typeof mailEventsShape>>): MailEventSettings => ({
  postmark: env.POSTMARK_WEBHOOK_LOGIN ?? null,
  resend: env.RESEND_WEBHOOK_SECRET ?? null,
  mailgun: env.MAILGUN_SIGNING_KEY ?? null,
});
