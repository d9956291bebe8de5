import { z } from 'zod';
import { proposedTicketSchema } from '#app/domain/assistant/tickets.server.ts';
import { allDevopsPermissions, type DevopsPermission } from '#app/domain/operating/devops/permissions.ts';
import { wantedEndpoint } from '#app/domain/operating/devops/webhooks/api-schemas.ts';
import type { RoutePattern } from '#app/routes/http/route-pattern.ts';

const referrer = { referrer_username: z.string().max(100).optional() };

const wantedKey = z.object({
  name: z.string().max(200).optional(),
  permissions: z.array(z.enum(allDevopsPermissions as [DevopsPermission, ...DevopsPermission[]])).optional(),
  expires_on: z.string().max(40).optional(),
});

/** What each address that takes JSON is sent. The one table: handlers read their bodies by it, and the tests try every field of it. */
export const jsonBodies = {
  'create-membership-session': z.object(referrer),
  'create-reseller-session': z.object(referrer),
  'create-pro-reseller-session': z.object({
    ...referrer,
    three_months_free: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  }),
  'create-payment-intent': z.object(referrer),
  'api/ai-assistant': z.object({
    // What is said of an empty message is the assistant's to say.
    message: z.string().default(''),
    conversationId: z.string().max(100).nullish(),
    requestKey: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .nullish(),
    onPath: z.string().max(2_000).nullish(),
  }),
  'api/ai-assistant/rating': z.object({
    messageId: z.string().max(100),
    rating: z.union([z.literal(1), z.literal(-1), z.null()]),
  }),
  'api/ai-assistant/ticket': z.object({ messageId: z.string().max(100), ...proposedTicketSchema.shape }),
  'api/devops/generate-key': wantedKey,
  'devops/generate-api-key': wantedKey,
  'api/devops/webhook-endpoints': wantedEndpoint,
} as const satisfies Partial<Record<RoutePattern, z.ZodType>>;

export type JsonBodies = typeof jsonBodies;
