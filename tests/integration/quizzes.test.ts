import { describe, expect, it } from 'vitest';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { writeCertificatePdf } from '#app/domain/learning/quizzes/certificate-pdf.server.ts';
import {
  certificateAddress,
  findOwnCertificate,
  takeCertificate,
  verifyCertificate,
} from '#app/domain/learning/quizzes/certificates.server.ts';
import { rightPlaces, seedOf, shuffle } from '#app/domain/learning/quizzes/marking.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { askQuestions, explainAnswers } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { newViewer } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const quiz = [...quizzes().values()].find(({ questions }) => questions.some(({ kind }) => kind === 'order'));
const course = findCourse(quiz?.courseSlug ?? '');
if (!quiz || !course) throw new Error('The tests need a course whose quiz has something to put in order.');
const { slug } = course;

const right = quiz.questions.map((question, index) =>
  question.kind === 'order'
    ? rightPlaces(shuffle(seedOf(slug, index), question.steps.length))
    : String(question.right),
);
/** Answers of which so many are wrong. */
const withWrong = (count: number, wrong = '999999') =>
  right.map((answer, index) => (index < count ? wrong : answer));

const at = (day: string) => () => new Date(`${day}T12:00:00Z`);
const resultOf = async (userId: string) => (await findStanding(userId, slug)).quiz;

async function completeAll(viewer: Awaited<ReturnType<typeof newViewer>>) {
  for (const { id } of course?.modules ?? []) await markModuleComplete(viewer, slug, id);
}

describe('a quiz', () => {
  it('is asked without its answers', () => {
    const asked = JSON.stringify(askQuestions(quiz));
    for (const question of quiz.questions) {
      expect(asked).toContain(JSON.stringify(question.ask).slice(1, -1));
      expect(asked).not.toContain(JSON.stringify(question.why).slice(1, -1));
      if (question.kind === 'order') expect(asked.indexOf(question.steps[0] ?? '')).toBeGreaterThan(-1);
    }
    expect(asked).not.toMatch(/"(right|why|passage|sum|tolerance)"/);
  });

  it('keeps the best and the last try, and passed stays passed', async () => {
    const viewer = await newViewer();
    expect(await resultOf(viewer.id)).toBeNull();
    await withClock(at('2026-03-01'), () => takeQuiz(viewer, slug, withWrong(2)));
    expect(await resultOf(viewer.id)).toMatchObject({ best: 3, last: 3, tries: 1, passedAt: null });
    await withClock(at('2026-03-02'), () => takeQuiz(viewer, slug, withWrong(1)));
    const passedAt = at('2026-03-02')();
    expect(await resultOf(viewer.id)).toMatchObject({ best: 4, last: 4, tries: 2, passedAt });
    await withClock(at('2026-03-03'), () => takeQuiz(viewer, slug, withWrong(5)));
    expect(await resultOf(viewer.id)).toMatchObject({ best: 4, last: 0, tries: 3, passedAt });
    await withClock(at('2026-03-04'), () => takeQuiz(viewer, slug, right));
    expect(await resultOf(viewer.id)).toMatchObject({ best: 5, last: 5, tries: 4, passedAt, answers: right });
    expect(await prisma().activityLog.findMany({ where: { userId: viewer.id } })).toMatchObject([
      { type: 'quiz_passed', subjectId: slug, details: { title: course.title } },
    ]);
  });

  it('counts a form that is sent again, or many times at once, as one try', async () => {
    const viewer = await newViewer();
    await Promise.all([1, 2, 3, 4].map(() => takeQuiz(viewer, slug, right)));
    await takeQuiz(viewer, slug, right);
    expect(await resultOf(viewer.id)).toMatchObject({ best: 5, tries: 1 });
    expect(await prisma().activityLog.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('is of one member alone, and of a course that has one', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    await takeQuiz(viewer, slug, right);
    expect(await resultOf(other.id)).toBeNull();
    await expect(takeQuiz(viewer, 'no-such-course', right)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('explains each answer: what was chosen, what is right, where it is taught', () => {
    const allRight = explainAnswers(quiz, right);
    expect(allRight.every(({ isRight }) => isRight)).toBe(true);
    for (const [index, { answerLines: given, right: lines, passage }] of allRight.entries()) {
      const question = quiz.questions[index];
      if (question?.kind === 'order') expect(given).toEqual(question.steps);
      if (question?.kind !== 'number') expect(given).toEqual(lines);
      expect(passage.to).toBe(question?.passage);
      expect(passage.title.length).toBeGreaterThan(5);
    }
    const allWrong = explainAnswers(quiz, withWrong(5, '1,1,1'));
    expect(allWrong.some(({ isRight }) => isRight)).toBe(false);
  });

  it('costs a course’s page one query with the progress and the certificate', async () => {
    const viewer = await newViewer();
    expect(await statementsOf(() => findStanding(viewer.id, slug))).toHaveLength(1);
  });
});

describe('the certificate', () => {
  it('wants all modules and the quiz', async () => {
    const viewer = await newViewer();
    const refused = () =>
      expect(takeCertificate(viewer, slug, true)).rejects.toMatchObject({ kind: 'conflict' });
    await refused();
    await takeQuiz(viewer, slug, withWrong(2));
    await completeAll(viewer);
    await refused();
    await takeQuiz(viewer, slug, right);
    await takeCertificate(viewer, slug, true);
    expect(await findOwnCertificate(viewer.id, slug)).toMatchObject({ name: viewer.name, isShown: true });

    const hasted = await newViewer();
    await takeQuiz(hasted, slug, right);
    await markModuleComplete(hasted, slug, 1);
    await expect(takeCertificate(hasted, slug, true)).rejects.toMatchObject({ kind: 'conflict' });
    await expect(takeCertificate(hasted, 'no-such-course', true)).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await findOwnCertificate(hasted.id, slug)).toBeNull();
  });

  it('shows name and day at its address only where its owner agreed, and can be changed', async () => {
    const viewer = await newViewer();
    await completeAll(viewer);
    await takeQuiz(viewer, slug, right);
    await Promise.all([1, 2, 3].map(() => takeCertificate(viewer, slug, false)));
    const { code = '' } = (await findOwnCertificate(viewer.id, slug)) ?? {};
    expect(certificateAddress(code)).toMatch(/\/certificates\/[a-z2-9]{16}$/);
    const hidden = await verifyCertificate(code);
    expect(hidden).toMatchObject({ courseTitle: course.title, owner: null });
    expect(JSON.stringify(hidden)).not.toContain(viewer.name);
    await takeCertificate(viewer, slug, true);
    expect(await verifyCertificate(code)).toMatchObject({ owner: { name: viewer.name } });
    await takeCertificate(viewer, slug, false);
    expect(await verifyCertificate(code)).toMatchObject({ owner: null });
    expect(await prisma().certificate.count({ where: { userId: viewer.id } })).toBe(1);
    expect(
      await prisma().activityLog.count({ where: { userId: viewer.id, type: 'certificate_taken' } }),
    ).toBe(1);
    for (const unknown of ['unknown', '', 'a'.repeat(16), `${code}x`, code.toUpperCase()])
      expect(await verifyCertificate(unknown)).toBeNull();
  });

  it('is a page of PDF with name, course, day and address', async () => {
    const viewer = await newViewer();
    await completeAll(viewer);
    await withClock(
      () => new Date('2030-05-06T12:00:00Z'),
      () => takeQuiz(viewer, slug, right),
    );
    await takeCertificate(viewer, slug, true);
    const certificate = await findOwnCertificate(viewer.id, slug);
    if (!certificate) throw new Error('There should be one.');
    expect(certificate.earnedAt).toEqual(new Date('2030-05-06T12:00:00Z'));
    const name = 'Zażółć Gęślą-Jaźń Przykładowa of the Rather Long Family Name and Sons';
    for (const one of [certificate, { ...certificate, name }]) {
      const { pages, roles, info, overlaps } = await readPdf(await writeCertificatePdf(one));
      expect(pages).toHaveLength(1);
      expect(overlaps).toEqual([]);
      for (const text of [one.name, course.title, 'May 6, 2030', certificateAddress(one.code)])
        expect(pages[0]?.replaceAll(' ', '')).toContain(text.replaceAll(' ', ''));
      expect([...roles]).toEqual(expect.arrayContaining(['H1', 'P']));
      expect(info).toMatchObject({ Title: `Certificate: ${course.title}` });
    }
    for (const other of [
      'Nguyễn Thị Ánh Tuyết',
      'Григорий Щербаков',
      '陳大文',
      'דוד לוי',
      'محمد',
      'प्रिया शर्मा',
    ]) {
      const { pages } = await readPdf(await writeCertificatePdf({ ...certificate, name: other }));
      expect(pages).toHaveLength(1);
      const letters = pages[0]?.replaceAll(' ', '');
      expect(letters).toContain(other.replaceAll(' ', ''));
      expect(pages[0]).not.toContain('cannot show');
    }
    const { pages } = await readPdf(await writeCertificatePdf({ ...certificate, name: 'Ana ᚠᚢ' }));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('□ stands for a character that this file cannot show.');
  });
});
