import { describe, expect, it } from 'vitest';
import { guides, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { minutesToLearn } from '#app/domain/learning/courses/estimated-time.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { countWords, type Document, documentsIn, plainText, problemsOf } from '#tests/content/files.ts';

// The catalogue (P65) and the guides (P66).
const courseSlugs = `email-marketing geo-targeting banner-ads ads lead-generation linkedin-ads messenger-marketing
  newsfeed-ads paid-traffic pinterest-marketing search-ads social-media-marketing twitter-ads automation website-design seo
  funnel-building outsourcing landing-pages affiliate-marketing ecommerce freelancing split-testing cold-calling
  affiliate-recruiting online-learning entrepreneurial-brainstorming ai-essentials ai-agent-fundamentals prompt-engineering
  short-video marketing-cases`;
const guideSlugs = `adwords-quality analyzing-data article-marketing mailing-list keyword-technique landing-components
  purchase-cycle backlinks-social backlinks-article landing-optimization men-guide market-research keyword-research ppc-start
  seo-google target-audiences marketing-mistakes understanding-relevance writing-ad-copy sales-copy`;
const seriesSlugs = ['bulletproof-branding', 'entrepreneurial', 'shoestring-startups'];

const listed = (slugs: string) => slugs.split(/\s+/).sort();
const names = (pattern: RegExp) =>
  documentsIn(pattern).map(({ path }) => path.slice(path.lastIndexOf('/') + 1, -'.md'.length));

describe('the library', () => {
  it('has the 32 courses of P65', () => {
    expect([...courses().keys()].sort()).toEqual(listed(courseSlugs));
    expect(courses().size).toBe(32);
  });

  it('has 2 to 10 modules a course, numbered without gaps', () => {
    for (const { slug, modules } of courses().values()) {
      expect(modules.length, slug).toBeGreaterThanOrEqual(2);
      expect(modules.length, slug).toBeLessThanOrEqual(10);
      // The catalogue reads module-1 to module-n, so that a gap would have thrown.
      expect(documentsIn(new RegExp(`^courses/${slug}/module-\\d+\\.md$`)), slug).toHaveLength(
        modules.length,
      );
    }
    expect(courses().get('entrepreneurial-brainstorming')?.modules).toHaveLength(7);
  });

  it('has 47 tutorials: the 20 guides of P66 and 27 playbooks', () => {
    expect([...guides().keys()].sort()).toEqual(listed(guideSlugs));
    expect(guides().size).toBe(20);
    expect(playbooks().size).toBe(27);
    expect(facts()).toMatchObject({
      courseCount: '32',
      guideCount: '20',
      playbookCount: '27',
      tutorialCount: '47',
      letterCount: '12',
    });
  });

  it('has three series with their workbooks, and five legal texts', () => {
    expect(names(/^series\/[a-z-]+\.md$/)).toEqual(seriesSlugs);
    expect(names(/^series\/workbooks\//)).toEqual(seriesSlugs);
    expect(names(/^legal\//)).toEqual([
      'affiliate-agreement',
      'earnings-disclaimer',
      'privacy',
      'refund-policy',
      'terms',
    ]);
  });

  it('has a letter for each of twelve months, in order', () => {
    expect(documentsIn(/^email-course\//).map(({ data }) => data.month)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
  });

  it('has an ebook of eight chapters or more, numbered in order, and at least 10,000 words', () => {
    const chapters = documentsIn(/^ebook\/\d/);
    expect(chapters.length).toBeGreaterThanOrEqual(8);
    expect(chapters.map(({ data }) => data.chapter)).toEqual(chapters.map((_, index) => index + 1));
    expect(sum(chapters.map(wordsOf))).toBeGreaterThanOrEqual(10_000);
  });

  it('trains affiliates in three modules of three lessons', () => {
    const lessons = documentsIn(/^affiliate-training\/module-\d-lesson-\d\.md$/);
    expect(documentsIn(/^affiliate-training\/module-\d+\.md$/).map(({ data }) => data.module)).toEqual([
      1, 2, 3,
    ]);
    expect(lessons.map(({ data }) => `${data.module}.${data.lesson}`)).toEqual(
      [1, 2, 3].flatMap((module) => [1, 2, 3].map((lesson) => `${module}.${lesson}`)),
    );
    expect(
      problemsOf(lessons, ({ path, data }) =>
        path.endsWith(`module-${data.module}-lesson-${data.lesson}.md`)
          ? []
          : ['is numbered otherwise than its file'],
      ),
    ).toEqual([]);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** A box about a tool stands beside the text. */
const wordsOf = ({ tree: { children, ...tree } }: Document) =>
  countWords(
    plainText({ ...tree, children: children.filter((node) => node.type !== 'code' || node.lang !== 'tool') }),
  );

describe('length', () => {
  it.each([
    ['a course description', /^courses\/[^/]+\/course\.md$/, 80, 140],
    ['a lesson', /^courses\/[^/]+\/module-\d+\.md$/, 400, 800],
    ['a guide', /^guides\//, 900, 1_500],
    ['a playbook', /^playbooks\/.*\.md$/, 500, 900],
    ['a letter', /^email-course\//, 500, 1_500],
    ['a lesson for affiliates', /^affiliate-training\/.*lesson/, 250, 900],
    ['a workbook', /^series\/workbooks\//, 500, 3_000],
  ] as const)('%s (%s) has its %i to %i words', (_, pattern, least, most) => {
    const problems = problemsOf(documentsIn(pattern), (document) => {
      const count = wordsOf(document);
      return count < least || count > most ? [`${count} words, not ${least} to ${most}`] : [];
    });
    expect(problems).toEqual([]);
  });
});

describe('the time a course is said to take', () => {
  it('is computed, and lies between 10-15 minutes and 3-4 hours', () => {
    for (const { slug, modules, estimatedTime } of courses().values()) {
      expect(estimatedTime, slug).toMatch(/^\d+-\d+ (minutes|hours)$/);
      // The longest range is not stretched to hold what is longer.
      expect(minutesToLearn(modules.map(({ lesson }) => lesson)), slug).toBeLessThanOrEqual(240);
    }
  });

  it('is the same for courses of about one length', () => {
    const times = (slugs: string[]) => slugs.map((slug) => courses().get(slug)?.estimatedTime);
    expect(times(['geo-targeting', 'twitter-ads'])).toEqual(['45-60 minutes', '45-60 minutes']);
    expect(times(['entrepreneurial-brainstorming'])).toEqual(['3-4 hours']);
  });
});
