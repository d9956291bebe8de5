import { z } from 'zod';
import { copy, once, titled } from '#app/domain/learning/facts/copy.server.ts';
import { sampleMark } from '#app/domain/learning/facts/samples.server.ts';

export const marketingMaterialsCopy = once(
  'marketing-materials',
  z.strictObject({
    title: copy,
    lead: copy,
    link: titled,
    copied: copy,
    single: copy,
    guide: z.object({ title: copy, items: z.array(titled).min(1) }),
    rules: z.object({ text: copy }),
  }),
);

export const affiliateToolsCopy = once(
  'affiliate-tools',
  z.strictObject({
    title: copy,
    lead: copy,
    link: copy,
    quickStats: z.object({
      title: copy,
      clicks: copy,
      registrations: copy,
      conversion: copy,
      payingMembers: copy,
      all: copy,
    }),
    generator: titled.extend({
      destination: copy,
      campaign: copy,
      hint: copy,
      more: copy,
      source: copy,
      medium: copy,
      button: copy,
      made: copy,
      shorten: copy,
      shortening: copy,
    }),
    short: titled.extend({
      empty: copy,
      ready: copy,
      link: copy,
      leads: copy,
      clicks: copy,
      qr: copy,
      archive: copy,
      archived: copy,
    }),
    codes: z.object({
      title: copy,
      text: copy,
      none: copy,
      nothingOff: copy,
      fullPrice: copy,
      code: copy,
      off: copy,
      address: copy,
      label: copy,
      hint: copy,
      button: copy,
      making: copy,
      made: copy,
      end: copy,
      ended: copy,
      endedMark: copy,
    }),
    missed: titled.extend({
      typed: copy,
      username: copy,
      promotion_code: copy,
      short_link: copy,
      page: copy,
      times: copy,
      last: copy,
    }),
    materials: titled,
    book: titled.extend({
      priceLabel: copy,
      price: copy,
      interval: copy,
      listPrice: z.object({ sample: sampleMark, label: copy, amount: copy, saving: copy }).optional(),
      button: copy,
      open: copy,
      owned: copy,
    }),
    pro: titled.extend({ note: copy, button: copy, has: copy, hasButton: copy }),
  }),
);

export const affiliateStatsCopy = once(
  'affiliate-stats',
  z.strictObject({
    title: copy,
    lead: copy,
    filter: z.object({ title: copy, range: copy, period: copy, breakdown: copy, show: copy }),
    clicks: titled,
    registrations: titled,
    earned: titled,
    overTime: copy,
    asTable: copy,
    csv: copy,
    funnel: titled.extend({
      step: copy,
      count: copy,
      share: copy,
      registered: copy,
      buyers: copy,
      stayed: copy,
    }),
    sources: titled.extend({ buyers: copy, none: copy, noLink: copy }),
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
