import { describe, expect, it } from 'vitest';
import { facts, readerFacts } from '#app/domain/learning/facts/facts.server.ts';
import { switchNames } from '#app/domain/learning/facts/switches.server.ts';
import { documents, passages, paths, problemsOf, strings, textOf } from '#tests/content/files.ts';

const written = paths.filter((path) => /\.(md|yaml|svg|txt)$/.test(path)).map((path) => ({ path }));

describe('characters', () => {
  it('are plain: straight quotes, hyphens, no invisible ones', () => {
    const problems = problemsOf(written, ({ path }) =>
      textOf(path)
        .split('\n')
        .flatMap((line, index) => {
          const found = /[^\x20-\x7e]/.exec(line)?.[0];
          return found ? [`line ${index + 1}: U+${found.codePointAt(0)?.toString(16).padStart(4, '0')}`] : [];
        }),
    );
    expect(problems).toEqual([]);
  });
});

describe('placeholders', () => {
  it('are figures the site knows', () => {
    const switched = switchNames().flatMap((name) => [`#${name}`, `^${name}`, `/${name}`]);
    const known = new Set([...Object.keys(facts()), ...readerFacts, ...switched]);
    const problems = problemsOf(documents, ({ body, data }) =>
      [body, ...strings(data).map(({ text }) => text)].flatMap((text) =>
        [...text.matchAll(/\{\{([^}]*)\}?\}?/g)].flatMap(([whole, name]) =>
          whole === `{{${name}}}` && known.has(String(name)) ? [] : [whole],
        ),
      ),
    );
    expect(problems).toEqual([]);
  });

  it('stand only in texts that the site fills in', () => {
    const filled = /^(site|support|legal|materials|affiliate-training|ebook|getting-started)/;
    const problems = problemsOf(documents, ({ path, body, data }) => {
      const text = [body, ...strings(data).map((string) => string.text)].join(' ');
      const isOwn = readerFacts.some((name) => text.includes(`{{${name}}}`));
      return [
        ...(text.includes('{{') && !filled.test(path) ? ['would show its placeholders as they are'] : []),
        ...(isOwn && !path.startsWith('materials/') ? ['names what only downloads know'] : []),
      ];
    });
    expect(problems).toEqual([]);
  });

  it('stand where the site would repeat a price, a rate or a count (P17)', () => {
    const ours = documents.filter(({ path }) => /^(site|support|legal|materials|getting-started)/.test(path));
    const prices =
      `membershipPrice resellerFee resellerProPrice affiliateMonthly courseValue ebookPrice ebookListPrice
      proThreeMonthsSaving secondTierEarning`.split(/\s+/);
    const typed = [
      ...prices.map((name) => `${facts()[name]?.replace(/[$.]/g, '\\$&')}(?![\\d,.]\\d|\\d)`),
      '\\b(?:\\d\\d+|thirty|twenty|twenty-six|forty-six) (?:courses|guides|playbooks|tutorials)\\b',
    ].map((source) => new RegExp(source, 'i'));
    const problems = problemsOf(ours, (document) =>
      passages(document).flatMap((text) => typed.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])),
    );
    expect(problems).toEqual([]);
  });

  it('are all explained in content/README.md', () => {
    const explained = [...textOf('README.md').matchAll(/^\| `\{\{(\w+)\}\}` \|/gm)].map(([, name]) =>
      String(name),
    );
    expect(explained.sort()).toEqual([...Object.keys(facts()), ...readerFacts].sort());
  });
});

describe('truth and tone', () => {
  // Given names that are no other word; then those that are, which count with a capital inside a sentence.
  const names = `Aaron Adam Alan Alex Alice Amanda Amy Ana Andrea Andrew Angela Anita Anna Anne Anthony Barbara Ben Benjamin Bob
    Brenda Brian Carol Caroline Catherine Charles Chris Christina Christopher Claire Clara Daniel Daniela David Deborah Dennis
    Diana Donald Donna Dorothy Edward Elena Elizabeth Ella Emily Emma Eric Erin Eva Fatima Gary George Hannah Harry Heather
    Helen Henry Isabella Jacob James Jane Janet Jason Jeff Jennifer Jessica Jim Joan Joe John Jonathan Jose Joseph Joshua Juan
    Judy Julia Julie Karen Kate Katherine Kathleen Keith Kelly Kenneth Kevin Kim Kyle Larry Laura Lauren Lena Linda Lisa Liz
    Lucy Luis Margaret Maria Marie Martha Martin Mary Matthew Megan Mehmet Melissa Michael Michelle Mike Mohammed Nancy Nathan
    Nicholas Nicole Nina Noah Olivia Omar Oscar Pamela Patricia Patrick Paul Peter Philip Priya Rachel Raj Rebecca Richard
    Robert Roger Ronald Ruth Ryan Samantha Samuel Sandra Sara Sarah Scott Sean Sharon Simon Sofia Sophia Stephanie Stephen
    Steven Susan Theresa Thomas Tim Timothy Tom Tyler Victoria Vincent Virginia Walter Wendy William Yusuf Zoe`;
  const wordNames = `Amber April Bill Dawn Dean Drew Eve Faith Frank Gene Grace Grant Hope Iris Jack Jean Joy Lily Max Miles Nick
    Pat Penny Ray Rob Rose Ruby Sandy Sue Victor Violet`;
  const either = (list: string) => list.trim().split(/\s+/).join('|');
  const named = new RegExp(`\\b(?:${either(names)})\\b`);
  const wordNamed = new RegExp(`[a-z,] (?:${either(wordNames)})(?:'s)? [a-z]`);
  const titled = /\b(?:Mr|Mrs|Ms|Dr|Prof)\.? [A-Z][a-z]/;
  /** A month, and what advertising platforms call their campaigns. */
  const months = /\b(?:April|Performance Max|AI Max)\b/g;

  it('names no people', () => {
    const problems = problemsOf(documents, (document) =>
      passages(document).flatMap((text) => {
        const found = [named, wordNamed, titled].map(
          (pattern) => pattern.exec(text.replace(months, 'month'))?.[0],
        );
        return found.flatMap((problem) => problem ?? []);
      }),
    );
    expect(problems).toEqual([]);
  });

  it('cites no studies or statistics', () => {
    const cited =
      /(?<!keyword[ -]|market |your own )\b(?:studies|surveys?|research|statistics|experts) (?:show|shows|prove|proves|suggest|suggests|found|say|says|agree)\b|according to (?:a|an|the)? ?(?:\w+ )?(?:study|survey|report|researchers)|\b\d+(?:\.\d+)?% of (?:all )?(?:marketers|consumers|shoppers|companies|businesses|people) (?!who)/i;
    const problems = problemsOf(documents, (document) =>
      passages(document).flatMap((text) => cited.exec(text)?.[0] ?? []),
    );
    expect(problems).toEqual([]);
  });

  it('begins no sentence with filler', () => {
    const filler =
      /in today's (?:fast|digital|modern|competitive)|fast-paced world|let's dive|dive into|without further ado|in this (?:article|lesson|guide), (?:we|you)'ll|game[- ]chang|unlock the power|take your \w+ to the next level|it's important to note|needless to say|in conclusion|look no further|delve|lorem ipsum|\bTODO\b|\bTBD\b/i;
    const problems = problemsOf(documents, (document) =>
      passages(document).flatMap((text) => filler.exec(text)?.[0] ?? []),
    );
    expect(problems).toEqual([]);
  });
});

describe('voice', () => {
  it('does without the words that an audit counted by the hundred', () => {
    const tics = /\b(?:nobody|somebody|whoever|reckon\w*|mend(?:s|ed|ing)?)\b/gi;
    // Legal texts change with their version alone, and ticks are kept under the words of their line. Questions are in readers' words.
    const ours = documents.filter(({ path }) => !/^(legal|calculators|support\/phrasings)\//.test(path));
    const counts = ours.flatMap(({ text }) =>
      text
        .replace(/^questions:\n(?: {2}- .*\n)+/m, '')
        .split('\n')
        .filter((line) => !/^\s*- \[ \]/.test(line))
        .flatMap((line) => line.match(tics) ?? []),
    );
    expect(counts.length).toBeLessThanOrEqual(15);
  });
});
