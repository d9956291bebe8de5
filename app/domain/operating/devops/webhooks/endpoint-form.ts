import { z } from 'zod';
import { type EventKind, eventKinds } from '#app/domain/operating/devops/webhooks/kinds.ts';

/** Text that Postgres keeps. */
const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Please use at most ${longest} characters`)
    .refine((typed) => !typed.includes('\0'), 'Please use letters');

/** What is said of an endpoint, in the form of the admin area and by programs. */
export const endpointSchema = z.object({
  url: text(500).refine(
    (typed) => URL.canParse(typed),
    'Please give an address such as https://example.com/hooks',
  ),
  description: text(120).default(''),
  events: z
    .array(z.enum(eventKinds as [EventKind, ...EventKind[]]))
    .min(1, 'Please choose what it is told of')
    .max(eventKinds.length)
    .transform((kinds) => eventKinds.filter((kind) => kinds.includes(kind))),
});
export type EndpointForm = z.output<typeof endpointSchema>;
