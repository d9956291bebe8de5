import { z } from 'zod';
import { copy, once, titled } from '#app/domain/facts/copy.server.ts';

export const marketingMaterialsCopy = once(
  'marketing-materials',
  z.strictObject({
    title: copy,
    lead: copy,
    link: titled,
    copied: copy,
    generator: titled.extend({ destination: copy, campaign: copy, hint: copy, button: copy }),
    single: copy,
    guide: z.object({ title: copy, items: z.array(titled).min(1) }),
    rules: z.object({ text: copy }),
  }),
);

export const affiliateStatsCopy = once(
  'affiliate-stats',
  z.strictObject({
    title: copy,
    lead: copy,
    clicks: titled,
    registrations: titled,
    payingMembers: titled,
    dayByDay: copy,
    day: copy,
    sources: titled,
    campaign: copy,
    noCampaign: copy,
    page: copy,
    empty: titled.extend({ link: copy }),
  }),
);

export const affiliateTrainingCopy = once(
  'affiliate-training',
  z.strictObject({
    title: copy,
    lead: copy,
    progress: copy,
    begin: copy,
    resume: copy,
    finished: copy,
    complete: copy,
    completed: copy,
  }),
);
