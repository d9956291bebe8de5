import { z } from 'zod';
import { book } from '#app/domain/learning/ebook/book.server.ts';
import { copy, once } from '#app/domain/learning/facts/copy.server.ts';
import { sampleMark } from '#app/domain/learning/facts/samples.server.ts';
import { claim, testimonials } from '#app/domain/site/site-copy/claims.server.ts';

// The words of pages that sell: the ebook, the reseller programme, and the offers around a purchase.

const path = z.string().startsWith('/');
const texts = z.array(copy).min(1);
const section = z.strictObject({ title: copy, text: copy });
const sections = z.strictObject({ title: copy, items: z.array(section).min(1) });
const lines = z.strictObject({ title: copy, items: texts });
const link = z.strictObject({ label: copy, to: path });
const toldLink = link.extend({ text: copy });
const links = z.strictObject({ title: copy, links: z.array(toldLink).min(1) });
const question = z.strictObject({ question: copy, answer: copy });
const faq = z.strictObject({ title: copy, questions: z.array(question).min(5).max(8) });
/** Until the provider has confirmed a payment, and when it refuses one. */
const unconfirmed = {
  waiting: section.extend({ again: copy }),
  failed: section.extend({ label: copy, to: path }),
};
/** A page that opens by itself: the seconds left stand behind the text. */
const countdown = z.strictObject({ text: copy, stay: copy, onward: copy, to: path });
const marked = { headline: copy, highlight: copy };
const isMarked = ({ headline, highlight }: { headline: string; highlight: string }) =>
  headline.includes(highlight);
const notMarked = 'highlight must be part of headline';

/** As the files of the ebook have them, with the apostrophes of the keyboard. */
const chapterTitles = () => book().chapters.map(({ title }) => title.replaceAll('’', "'"));

/** The sales page of the ebook, the page after its purchase, and its box in the affiliate centre. */
export const dmdCopy = once(
  'dmd',
  z.strictObject({
    hero: z
      .strictObject({ eyebrow: copy, ...marked, lead: copy, buy: copy, buyTo: path, terms: copy })
      .refine(isMarked, notMarked),
    promise: z.strictObject({ title: copy, paragraphs: texts }),
    /** A section of the book that is shown as it stands there. */
    excerpt: z.strictObject({ chapter: z.int().positive(), heading: z.string(), caption: copy }),
    forWhom: lines,
    notFor: lines,
    chapters: sections
      .extend({ lead: copy })
      .refine(
        ({ items }) => items.map(({ title }) => title).join() === chapterTitles().join(),
        'must be the chapters of content/ebook, by their titles and in their order',
      ),
    whatYouGet: sections,
    offer: z.strictObject({
      title: copy,
      priceLabel: copy,
      price: copy,
      interval: copy,
      /** A higher price beside it, and how much lower this one is. */
      listPrice: z.strictObject({ sample: sampleMark, label: copy, amount: copy, saving: copy }).optional(),
      text: copy,
      buy: copy,
      buyTo: path,
      terms: copy,
      member: toldLink,
    }),
    guarantee: section.extend({ label: copy, to: path }),
    faq,
    closing: section.extend({ buy: copy, buyTo: path }),
    thankYou: z.strictObject({
      title: copy,
      lead: copy,
      open: link,
      receipt: copy,
      ...unconfirmed,
      next: links,
      upgrade: section.extend({ button: copy, to: path, terms: copy }),
    }),
    affiliateOffer: section.extend({ listPrice: claim.optional(), button: copy, to: path }),
  }),
);

const sum = z.strictObject({ item: copy, affiliate: copy, reseller: copy });
const columns = z.strictObject({ affiliate: copy, reseller: copy });

/** The sales page of the reseller programme. */
export const specialCopy = once(
  'special',
  z.strictObject({
    hero: z
      .strictObject({
        eyebrow: copy,
        ...marked,
        lead: copy,
        claim: copy,
        pending: copy,
        terms: copy,
        trial: link,
        register: toldLink,
      })
      .refine(isMarked, notMarked),
    benefits: sections,
    money: z.strictObject({ title: copy, steps: z.array(section).min(1) }),
    example: z.strictObject({
      title: copy,
      lead: copy,
      columns: columns.extend({ item: copy }),
      years: z.array(section.extend({ rows: z.array(sum).min(1), total: sum })).min(1),
      note: copy,
    }),
    parts: z.strictObject({ doTitle: copy, do: texts, dontTitle: copy, dont: texts }),
    testimonials,
    faq,
    disclaimer: toldLink.extend({ agreementLabel: copy, agreementTo: path }),
    closing: section.extend({ claim: copy, affiliate: link }),
  }),
);

const purchase = { terms: copy, buy: copy, pending: copy };

/** What comes after a purchase, and the reseller programme's offers. */
export const upsellsCopy = once(
  'upsells',
  z.strictObject({
    thankYou: z.strictObject({
      title: copy,
      active: section,
      none: section.extend({ paid: copy, billing: link }),
      ...unconfirmed,
      skip: copy,
      dashboard: link,
      home: link,
    }),
    welcome: z.strictObject({
      title: copy,
      lead: copy,
      paragraphs: texts,
      ...unconfirmed,
      none: section.extend({ label: copy, to: path }),
      countdown,
    }),
    proActive: z.strictObject({ title: copy, lead: copy }),
    resellerSuccess: z.strictObject({ title: copy, lead: copy, steps: z.array(section).min(1) }),
    rooms: links,
    proUpsell: z.strictObject({
      title: copy,
      lead: copy,
      adds: z.array(section).min(1),
      priceLabel: copy,
      price: copy,
      interval: copy,
      sum: copy,
      ...purchase,
      decline: link,
      countdown,
    }),
    threeMonthsFree: z.strictObject({
      title: copy,
      lead: copy,
      sum: copy,
      schedule: z.array(z.strictObject({ when: copy, amount: copy })).min(1),
      paragraphs: texts,
      ...purchase,
      decline: link,
    }),
    specialInvite: z.strictObject({
      title: copy,
      lead: copy,
      columns,
      rows: z.array(sum).min(1),
      note: copy,
      accept: toldLink,
      decline: toldLink,
      details: link,
    }),
    resellerCheckout: z.strictObject({
      title: copy,
      lead: copy,
      product: copy,
      price: copy,
      interval: copy,
      includes: texts,
      excludesTitle: copy,
      excludes: texts,
      ...purchase,
      disclaimer: link,
      member: copy,
      trial: link,
    }),
    resellerTrial: z.strictObject({
      title: copy,
      lead: copy,
      points: z.array(section).min(1),
      start: copy,
      later: link,
      centre: link,
      started: copy,
      running: copy,
      used: copy,
      unneeded: copy,
    }),
    toolsPro: section.extend({ button: copy, to: path }),
  }),
);
