import { z } from 'zod';
import { copy, once, titled } from '#app/domain/learning/facts/copy.server.ts';
import { claim } from '#app/domain/site/site-copy/claims.server.ts';
import { perContent, readYaml } from '#app/platform/content/files.server.ts';

const path = z.string().startsWith('/');
const question = z.object({ question: copy, answer: copy });
const faq = z.object({ title: copy, questions: z.array(question).min(1) });
const titledList = z.object({ title: copy, items: z.array(titled).min(1) });
const lines = z.object({ title: copy, items: z.array(copy).min(1) });

export const pricingCopy = once(
  'pricing',
  z.strictObject({
    title: copy,
    lead: copy,
    planName: copy,
    interval: copy,
    join: copy,
    terms: copy,
    included: z.array(titled.extend({ amount: copy, listValue: claim.optional() })).min(1),
    notIncluded: lines,
    guarantee: titled,
    faq,
    demo: copy,
    closing: titled,
  }),
);

export const demoCopy = once(
  'demo',
  z.strictObject({
    title: copy,
    lead: copy,
    course: z.string(),
    module: z.int().positive(),
    sections: z.int().positive(),
    inThisCourse: copy,
    rest: copy,
    restText: copy,
    join: copy,
    terms: copy,
    parts: titledList,
  }),
);

const tier = z.object({
  name: copy,
  price: copy,
  priceNote: copy,
  rate: copy,
  rateNote: copy,
  points: z.array(copy).min(1),
});

export const affiliateProgramCopy = once(
  'affiliate-program',
  z.strictObject({
    title: copy,
    highlight: copy,
    lead: copy,
    start: copy,
    perMember: copy,
    perMemberText: copy,
    tiers: z.object({ title: copy, items: z.array(tier).length(3) }),
    examples: z.object({ title: copy, note: copy }),
    rules: titledList,
    closing: titled.extend({ join: copy, member: copy }),
  }),
);

export const supportCopy = once(
  'support',
  z.strictObject({
    title: copy,
    lead: copy,
    search: copy,
    contact: titled.extend({
      tip: copy,
      quick: copy,
      form: copy,
      name: copy,
      email: copy,
      emailHint: copy,
      subject: copy,
      message: copy,
      submit: copy,
      sending: copy,
      sent: copy,
      confirm: copy,
      yours: copy,
    }),
    resources: copy,
  }),
);

const supportQuestion = question.extend({
  links: z
    .array(z.object({ to: path, label: copy }))
    .min(1)
    .optional(),
});
const faqFile = z
  .array(faq.extend({ id: z.string().regex(/^[a-z-]+$/), questions: z.array(supportQuestion).min(1) }))
  .min(1);
/** The questions of the support page with the pages that each answer names, by group; content/support/faq.yaml, read once. @throws {ContentError} */
export const supportFaq = perContent(() => readYaml('support/faq.yaml', faqFile));

/** Where a question of the support page stands on it. */
export const questionAnchor = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const resource = z.strictObject({
  icon: z.enum(['book', 'video', 'file', 'people']),
  title: copy,
  description: copy,
  href: path,
});
/** The helpful places as content/support/resources.yaml lists them. */
export const resourcesSchema = z.array(resource).min(1);

/** The helpful places of the support page; content/support/resources.yaml, read once. @throws {ContentError} */
export const supportResources = perContent(() => readYaml('support/resources.yaml', resourcesSchema));

export const communityCopy = once(
  'community',
  z.strictObject({
    title: copy,
    lead: copy,
    visitors: copy,
    topics: z
      .array(z.strictObject({ slug: z.string().regex(/^[a-z-]{2,40}$/), title: copy, text: copy }))
      .min(1),
    starters: z.array(z.strictObject({ topic: z.string(), title: copy })).min(1),
    manners: z.strictObject({ title: copy, items: z.array(copy).min(1) }),
  }),
);

const introduction = z.object({ title: copy, lead: copy });

export const emailCourseCopy = once(
  'email-course',
  z.strictObject({
    title: copy,
    lead: copy,
    byMail: copy,
    byMailText: copy,
    subscribe: copy,
    subscribed: copy,
    paused: copy,
    unsubscribe: copy,
    unsubscribed: copy,
    finished: copy,
    needsVerifying: copy,
    oneClick: z.object({ ask: titled, done: titled, unknown: titled }),
  }),
);

export const trainingCopy = once(
  'training',
  z.strictObject({
    training: introduction.extend({
      seriesTitle: copy,
      seriesText: copy,
      guidesTitle: copy,
      guidesText: copy,
      playbooksTitle: copy,
      playbooksText: copy,
      calculatorsTitle: copy,
      calculatorsText: copy,
      ownerMessage: titled,
    }),
    playbooks: introduction,
    tutorials: introduction,
    affiliateCentre: introduction.extend({
      resellerTitle: copy,
      proTitle: copy,
      join: titled.extend({ button: copy, agreement: copy, agreementLink: copy, joined: copy }),
      rulesTitle: copy,
      items: z.array(titled).min(1),
      link: copy,
    }),
  }),
);
