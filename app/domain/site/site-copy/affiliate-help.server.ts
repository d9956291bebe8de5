import { z } from 'zod';
import { copy, once, titled } from '#app/domain/learning/facts/copy.server.ts';

const path = z.string().startsWith('/');

export const affiliateSupportCopy = once(
  'affiliate-support',
  z.strictObject({
    title: copy,
    lead: copy,
    faqTitle: copy,
    faq: z.array(z.object({ question: copy, answer: copy })).min(1),
    resourcesTitle: copy,
    resources: z.array(titled.extend({ to: path })).min(1),
    contact: titled.extend({
      subject: copy,
      message: copy,
      submit: copy,
      sending: copy,
      sent: copy,
      confirm: copy,
      yours: copy,
      number: copy,
      asked: copy,
    }),
  }),
);

export const affiliateKeysCopy = once(
  'affiliate-keys',
  z.strictObject({
    title: copy,
    lead: copy,
    made: copy,
    label: copy,
    copied: copy,
    again: copy,
    name: copy,
    hint: copy,
    button: copy,
    making: copy,
    list: copy,
    none: copy,
    columns: z.object({ name: copy, ends: copy, made: copy, used: copy, revoke: copy }),
    never: copy,
    revoke: copy,
    revoking: copy,
    revoked: copy,
    how: titled.extend({ example: copy }),
    addresses: z.array(z.object({ path, text: copy })).min(1),
  }),
);
