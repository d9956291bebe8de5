import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ModuleOpening } from '#app/domain/learning/courses/release.ts';
import type { ListedCourse } from '#app/domain/learning/dashboard/dashboard.server.ts';
import { CourseItems } from '#app/routes/member/dashboard/course-items.server.tsx';
import { UnderWay } from '#app/routes/member/dashboard/courses-in-progress.server.tsx';

const words = (markup: string) =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const listed = (course: Partial<ListedCourse>): ListedCourse => ({
  slug: 'seo',
  title: 'SEO',
  percentDone: 0,
  quiz: null,
  ...course,
});

const shown = (percentDone: number, id: number, opening: ModuleOpening = { isOpen: true }) => ({
  slug: 'seo',
  title: 'SEO',
  promise: '',
  topic: 'search',
  percentDone,
  progressText: '',
  nextModule: { id, number: id, title: `Part ${id}`, opening },
});

describe('rows that are kept', () => {
  it('are of their course, and of how far its reader is', () => {
    const rows = [
      listed({}),
      listed({ percentDone: 33 }),
      listed({ percentDone: 100 }),
      listed({ percentDone: 100, quiz: 'tried' }),
      listed({ percentDone: 100, quiz: 'passed' }),
      listed({ slug: 'ai-essentials', title: 'AI Essentials' }),
    ];
    // The second time they are kept.
    for (const _ of [1, 2])
      expect(
        rows.map((course) =>
          words(renderToStaticMarkup(<CourseItems courses={[course]} className="grid" />)),
        ),
      ).toEqual([
        'SEO 0%',
        'SEO 33%',
        'SEO Take the quiz : SEO',
        'SEO Try the quiz again : SEO',
        'SEO Quiz passed',
        'AI Essentials 0%',
      ]);
  });

  it('name the module that is open', () => {
    const [first = '', second = '', third = ''] = [shown(33, 2), shown(66, 3), shown(66, 1)].map((course) =>
      renderToStaticMarkup(<UnderWay courses={[course]} />),
    );
    expect(words(first)).toBe('Also under way SEO Module 2: Part 2');
    expect(first).toContain('value="33"');
    expect(words(second)).toBe('Also under way SEO Module 3: Part 3');
    expect(second).toContain('value="66"');
    expect(words(third)).toBe('Also under way SEO Module 1: Part 1');
    const closed = shown(66, 1, { isOpen: false, opensBy: 'completing', number: 3 });
    const waiting = renderToStaticMarkup(<UnderWay courses={[closed]} />);
    expect(words(waiting)).toBe('Also under way SEO Module 1: Part 1 Opens when you complete module 3');
    expect(waiting).toContain('href="/courses/seo"');
  });
});
