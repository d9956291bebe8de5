import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ebookGuaranteeSentence,
  guaranteeLabel,
  guaranteeSentence,
} from '#app/domain/core/catalogue/guarantee.ts';
import { documentsIn, strings } from '#tests/content/files.ts';

/** What teaches marketing speaks of other people's guarantees. */
const aboutUs = /^(?:site|support|legal|materials|affiliate-training|whats-new)\/|^getting-started/;

/** A promise about money that goes back to a buyer. */
const promise =
  /money[- ]back|\bguarantee\b|(?:refund|money)[^.]{0,60}\b(?:within|days)\b|within[^.]{0,40}days[^.]{0,60}(?:refund|money|back)|guaranteeDays/i;

/** Sentences that say the guarantee itself. */
const placeholders = /\{\{(?:guarantee|guaranteeLabel|ebookGuarantee)\}\}/g;

/** What else may be said of it: nothing here says what is covered, or says it as the sentence does. */
const allowed: readonly RegExp[] = [
  // Headings, and names of sections.
  /^#* ?(?:After )?the guarantee$/i,
  /^No free trial$/i,
  /^A guarantee instead$/,
  /^There is a guarantee instead(?:, so that you can work with the real thing, and part of a lesson to read beforehand)?$/,
  /^Instead there is a money-back guarantee$/,
  /^How does the money-back guarantee work\?$/,
  /^\{\{guaranteeDays\}\} days (?:to change your mind|to read all of it|, one square each)/,
  /^\{\{guaranteeDays\}\} days, one square each$/,
  /Use the guarantee to find out at our risk whether the training is useful to you$/,
  /^This page says when you can have your money back/,
  /^## After the guarantee You can cancel at any time/,
  // What it does not cover.
  /guarantee (?:covers your first membership payment|doesn't cover|on your first membership payment)/,
  /which the money-back guarantee doesn't cover$/,
  /fee for Reseller PRO aren't covered by the guarantee above/,
  /aren't covered by the guarantee$/,
  // The refund policy and the terms, beside the sentence.
  /^The guarantee applies once per person$/,
  /though the guarantee doesn't begin anew$/,
  /^If we've refunded part of that payment before, the guarantee covers the rest$/,
  /the guarantee stands in for a trial$/,
  /^What the guarantee covers is refunded at once/,
  /^Our guarantee adds to them/,
  /^(?:.*)The guarantee in our \[refund policy\]/,
  /we start the refund within five business days$/,
  /^How soon it shows up there depends on your bank/,
  /^If you meant to cancel and forgot, write to us within a few days/,
  /right of withdrawal within a fixed number of days/,
  // Of other money.
  /give money back when they ask for it$/,
  /without altering its statements about price, guarantee and conditions/,
  /[Pp]rice(?:s)?(?: and conditions)?, (?:the )?(?:time, )?guarantee|the price and the guarantee|conditions and guarantee|the guarantee, the disclosure|the guarantee in these words/,
  /The buyer got money back|bank (?:has taken|took) the money back|gets? money back\?$/,
  /leave or ask for the money back$/,
  /a guarantee calculated for/,
];

const sentencesOf = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?:])\s+|\s*\|\s*|\*\*|(?<=^|\s)- /)
    .map((sentence) => sentence.trim().replace(/^["']|[.:"']+$/g, ''))
    .filter(Boolean);

const isAllowed = (sentence: string) => allowed.some((pattern) => pattern.test(sentence));

/** Promises in a text that are neither the sentence nor a fragment that agrees with it. */
const strayPromises = (text: string): string[] =>
  sentencesOf(text.replace(placeholders, ' '))
    .filter((sentence) => promise.test(sentence))
    .filter((sentence) => !isAllowed(sentence));

const read = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/generated/') && !path.includes('stand-ins/sandbox/'));

/** Words of the product in source code, comments left out: texts in quotes and between tags. */
const wordsIn = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** Promises that a source file types by itself: the words are to come from guarantee.ts. */
const typed =
  /(?:money[- ]back (?:guarantee|within)|-day (?:money-back )?guarantee|(?:get|have) your money back|back within \S+ days|within \S+ days (?:of|you)[^'"`]*(?:refund|money))/i;

describe('the guarantee (P106)', () => {
  it('is said in one sentence, or in a fragment that agrees with it, in every text of the site', () => {
    const stray = documentsIn(aboutUs).flatMap((document) =>
      strings(document.body ?? document).flatMap(({ text }) =>
        strayPromises(text).map((sentence) => `${document.path}: ${sentence}`),
      ),
    );
    expect(stray).toEqual([]);
  });

  it.each([
    'Money back within {{guaranteeDays}} days.',
    'You get your money back within 30 days.',
    'Ask within {{guaranteeDays}} days of a payment, and we refund it.',
    'The 30-day guarantee covers the membership and the ebook.',
  ])('would be found where it is said otherwise: %s', (text) => {
    expect(strayPromises(text)).toHaveLength(1);
  });

  it('is typed nowhere in pages and mails but in its own file', () => {
    const own = 'app/domain/core/catalogue/guarantee.ts';
    const allowedHere = [
      // What it does not cover, and what somebody may ask the assistant.
      "'The money-back guarantee does not cover this fee, apart from rights that the law gives you and charges made in error.'",
      "'How does the money-back guarantee work?'",
      "'Get your money back'",
      // What an owner says of a product.
      'Cover the first payment with the money-back guarantee (memberships only)',
      // A heading above its own words.
      "{ block: 'guarantee', title: 'Money-back guarantee' }",
    ];
    const found = read('app')
      .filter((path) => path !== own)
      .flatMap((path) =>
        wordsIn(readFileSync(path, 'utf8'))
          .split('\n')
          .filter((line) => typed.test(line) && !allowedHere.some((words) => line.includes(words)))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  it('names the first membership payment and the days in all its forms', () => {
    for (const words of [guaranteeSentence, guaranteeLabel]) {
      expect(words).toContain('first membership payment');
      expect(words).toContain('30');
    }
    expect(guaranteeSentence).toContain('once per person');
    expect(ebookGuaranteeSentence).toContain('30 days');
  });
});

describe('the last payout (P192, P194)', () => {
  const legal = (name: string) => {
    const [document] = documentsIn(new RegExp(`^legal/${name}\\.md$`));
    return JSON.stringify(document);
  };

  it('is promised alike by agreement, privacy policy, deletion page and promises', () => {
    expect(legal('affiliate-agreement')).toContain('including below the minimum');
    expect(legal('affiliate-agreement')).toContain(
      'before the last payout has arrived, unless you give up the money in words',
    );
    expect(legal('privacy')).toContain(
      'we pay them with your last payout before we erase your account, unless you give them up',
    );
    const page = readFileSync('app/routes/frame/owed-amounts.tsx', 'utf8');
    expect(page).toContain('also below the usual minimum');
    const promises = readFileSync('docs/product.md', 'utf8');
    expect(promises).toContain('paid first or given up in words (P194)');
    const deletion = readFileSync('app/routes/member/security/delete.tsx', 'utf8');
    for (const text of [promises, deletion, legal('affiliate-agreement'), legal('privacy')])
      expect(text).not.toMatch(/not paid any more|is not paid anymore/);
  });
});
