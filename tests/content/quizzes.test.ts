import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { courses, parseModuleSegment, renderLesson } from '#app/domain/courses/catalogue.server.ts';
import type { Question } from '#app/domain/quizzes/quiz.ts';
import { type Quiz, quizzes } from '#app/domain/quizzes/quizzes.server.ts';
import { reckonFigures } from '#tests/content/sums.ts';

const all = [...quizzes().values()];

/** What `check` finds wrong with the questions of all quizzes, one line a problem. */
const problemsOf = (check: (question: Question, quiz: Quiz) => readonly string[]) =>
  all.flatMap((quiz) =>
    quiz.questions.flatMap((question, index) =>
      check(question, quiz).map((problem) => `${quiz.courseSlug}, question ${index + 1}: ${problem}`),
    ),
  );

/** The ids of all headings of a lesson, as its page has them. */
function headingsOf(courseSlug: string, segment: string): Set<string> {
  const module = courses()
    .get(courseSlug)
    ?.modules.find(({ id }) => id === parseModuleSegment(segment));
  const ids = new Set<string>();
  if (module)
    visit(fromHtml(renderLesson(module).html, { fragment: true }), 'element', ({ tagName, properties }) => {
      if (/^h[2-6]$/.test(tagName)) ids.add(String(properties.id));
    });
  return ids;
}

describe('quizzes', () => {
  it('are there for every course', () => {
    expect([...courses().keys()].filter((slug) => !quizzes().has(slug))).toEqual([]);
  });

  it('ask in at least three ways', () => {
    const dull = all.filter(({ questions }) => new Set(questions.map(({ kind }) => kind)).size < 3);
    expect(dull.map(({ courseSlug }) => courseSlug)).toEqual([]);
  });

  it('ask about more than one module', () => {
    const narrow = all.filter(
      ({ questions }) => new Set(questions.map(({ passage }) => passage.split('#')[0])).size < 2,
    );
    expect(narrow.map(({ courseSlug }) => courseSlug)).toEqual([]);
  });

  it('lead each to a heading of their own course', () => {
    const problems = problemsOf(({ passage }, { courseSlug }) => {
      const [, slug = '', segment = '', hash = ''] = /^\/courses\/([^/]+)\/([^#]+)#(.+)$/.exec(passage) ?? [];
      return slug === courseSlug && headingsOf(slug, segment).has(hash) ? [] : [passage];
    });
    expect(problems).toEqual([]);
  });

  it('have sums that come to the right number', () => {
    const problems = problemsOf((question) => {
      if (question.kind !== 'number') return [];
      const { sum, right, tolerance } = question;
      const result = reckonFigures(sum);
      return Math.abs(result - right) <= tolerance + 1e-9 ? [] : [`${sum} = ${result}, not ${right}`];
    });
    expect(problems).toEqual([]);
  });

  it('offer nothing twice', () => {
    const problems = problemsOf((question) => {
      const lines =
        question.kind === 'choice'
          ? question.options
          : question.kind === 'order'
            ? question.steps
            : question.kind === 'mistake'
              ? question.lines
              : [];
      return lines.filter((line, at) => lines.indexOf(line) < at);
    });
    expect(problems).toEqual([]);
  });
});

describe('sums in figures', () => {
  it('are reckoned, brackets first and points before lines', () => {
    expect(reckonFigures('250 / 2000 * 100')).toBe(12.5);
    expect(reckonFigures('2 + 3 * (4 - 1)')).toBe(11);
    expect(reckonFigures('10 - 2 - 3')).toBe(5);
    expect(reckonFigures('-(1.5 + 0.5) * 2')).toBe(-4);
    expect(() => reckonFigures('2 +')).toThrow();
    expect(() => reckonFigures('(2 + 3')).toThrow();
    expect(() => reckonFigures('2 3')).toThrow();
    expect(() => reckonFigures('2 x 3')).toThrow();
  });
});
