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
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { rightPlaces, seedOf, shuffle } from '#app/domain/learning/quizzes/marking.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { askQuestions, explainAnswers } from '#app/domain/learning/quizzes/quiz-questions.server.ts';
import { quizzes } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { findStanding } from '#app/domain/learning/quizzes/standing.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { loader } from '#app/routes/resources/og-image.ts';
import { newViewer } from '#tests/integration/people.ts';
import { readPdf } from '#tests/integration/read-pdf.ts';
import { statementsOf } from '#tests/integration/statements.ts';

const quiz = [...quizzes().values()].find(({ questions }) => questions.some(({ kind }) => kind === 'order'));
const course = findCourse(quiz?.courseSlug ?? '');
if (!quiz || !course) throw new Error('The tests need a course whose quiz has something to put in order.');
const { slug } = course;

/** The right answers to a member's try, which counts from 0. */
const rightOf = (userId: string, attempt: number) => {
  const { seed, questions } = drawQuestions(quiz, userId, attempt);
  return questions.map((question, index) =>
    question.kind === 'order'
      ? rightPlaces(shuffle(seedOf(seed, index), question.steps.length))
      : String(question.right),
  );
};
/** The same, of which so many are wrong. */
const withWrong = (userId: string, attempt: number, count: number, wrong = '999999') =>
  rightOf(userId, attempt).map((answer, index) => (index < count ? wrong : answer));

const at = (day: string) => () => new Date(`${day}T12:00:00Z`);
const resultOf = async (userId: string) => (await findStanding(userId, slug)).quiz;

async function completeAll(viewer: Awaited<ReturnType<typeof newViewer>>) {
  for (const { id } of course?.modules ?? []) await markModuleComplete(viewer, slug, id);
}

describe('a quiz', () => {
  it('is asked without its answers', () => {
    for (const attempt of [0, 1, 2]) {
      const draw = drawQuestions(quiz, 'a member', attempt);
      const asked = JSON.stringify(askQuestions(draw));
      expect(draw.questions).toHaveLength(5);
      for (const question of draw.questions) {
        expect(asked).toContain(JSON.stringify(question.ask).slice(1, -1));
        expect(asked).not.toContain(JSON.stringify(question.why).slice(1, -1));
        if (question.kind === 'order') expect(asked.indexOf(question.steps[0] ?? '')).toBeGreaterThan(-1);
      }
      expect(asked).not.toMatch(/"(right|why|passage|sum|tolerance|figures)"/);
    }
  });

  it('keeps the best and the last try, and passed stays passed', async () => {
    const viewer = await newViewer();
    const { id } = viewer;
    expect(await resultOf(id)).toBeNull();
    await withClock(at('2026-03-01'), () => takeQuiz(viewer, slug, withWrong(id, 0, 2)));
    expect(await resultOf(id)).toMatchObject({ best: 3, last: 3, tries: 1, passedAt: null });
    await withClock(at('2026-03-02'), () => takeQuiz(viewer, slug, withWrong(id, 1, 1)));
    const passedAt = at('2026-03-02')();
    expect(await resultOf(id)).toMatchObject({ best: 4, last: 4, tries: 2, passedAt });
    await withClock(at('2026-03-03'), () => takeQuiz(viewer, slug, withWrong(id, 2, 5)));
    expect(await resultOf(id)).toMatchObject({ best: 4, last: 0, tries: 3, passedAt });
    await withClock(at('2026-03-04'), () => takeQuiz(viewer, slug, rightOf(id, 3)));
    expect(await resultOf(id)).toMatchObject({
      best: 5,
      last: 5,
      tries: 4,
      passedAt,
      answers: rightOf(id, 3),
    });
    expect(await prisma().activityLog.findMany({ where: { userId: id } })).toMatchObject([
      { type: 'quiz_passed', subjectId: slug, details: { title: course.title } },
    ]);
  });

  it('counts a form that is sent again, or many times at once, as one try', async () => {
    const viewer = await newViewer();
    const right = rightOf(viewer.id, 0);
    await Promise.all([1, 2, 3, 4].map(() => takeQuiz(viewer, slug, right, 0)));
    expect(await takeQuiz(viewer, slug, right, 0)).toMatchObject({ score: 5, isPassed: true });
    expect(await resultOf(viewer.id)).toMatchObject({ best: 5, tries: 1 });
    expect(await prisma().activityLog.count({ where: { userId: viewer.id } })).toBe(1);
  });

  it('marks no other answers to questions that were answered already', async () => {
    const viewer = await newViewer();
    await takeQuiz(viewer, slug, withWrong(viewer.id, 0, 5), 0);
    expect(await takeQuiz(viewer, slug, rightOf(viewer.id, 0), 0)).toEqual({ kind: 'outdated' });
    expect(await takeQuiz(viewer, slug, rightOf(viewer.id, 2), 2)).toEqual({ kind: 'outdated' });
    expect(await resultOf(viewer.id)).toMatchObject({ best: 0, last: 0, tries: 1, passedAt: null });
    expect(await takeQuiz(viewer, slug, rightOf(viewer.id, 1), 1)).toMatchObject({ isPassed: true });
  });

  it('is of one member alone, and of a course that has one', async () => {
    const [viewer, other] = await Promise.all([newViewer(), newViewer()]);
    const right = rightOf(viewer.id, 0);
    await takeQuiz(viewer, slug, right);
    expect(await resultOf(other.id)).toBeNull();
    await expect(takeQuiz(viewer, 'no-such-course', right)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('explains each answer once it is passed: what was chosen, what is right, where it is taught', () => {
    const draw = drawQuestions(quiz, 'a member', 0);
    const allRight = explainAnswers(draw, rightOf('a member', 0), { isPassed: true });
    expect(allRight.every(({ isRight }) => isRight)).toBe(true);
    for (const [index, { answerLines: given, right: lines, passage }] of allRight.entries()) {
      const question = draw.questions[index];
      if (question?.kind === 'order') expect(given).toEqual(question.steps);
      if (question?.kind !== 'number') expect(given).toEqual(lines);
      expect(passage.to).toBe(question?.passage);
      expect(passage.title.length).toBeGreaterThan(5);
    }
    const wrong = withWrong('a member', 0, 5, '1,1,1');
    const allWrong = explainAnswers(draw, wrong, { isPassed: true });
    expect(allWrong.some(({ isRight }) => isRight)).toBe(false);
    expect(allWrong.every(({ right, why }) => right && why)).toBe(true);
  });

  it('tells no right answer before it is passed', () => {
    const draw = drawQuestions(quiz, 'a member', 0);
    const explained = explainAnswers(draw, withWrong('a member', 0, 3), { isPassed: false });
    expect(explained.map(({ right }) => right === null)).toEqual([true, true, true, false, false]);
    for (const { isRight, why } of explained) expect(why === null).toBe(!isRight);
    for (const [index, { why }] of draw.questions.entries())
      if (index < 3) expect(JSON.stringify(explained)).not.toContain(JSON.stringify(why).slice(1, -1));
  });

  it('costs a course’s page one query with the progress and the certificate', async () => {
    const viewer = await newViewer();
    expect(await statementsOf(() => findStanding(viewer.id, slug))).toHaveLength(1);
  });
});

/** The picture for who shares a certificate; null where there is none. */
const certificatePicture = (code: string) =>
  loader({ params: { '*': `certificates/${code}.png` } } as Parameters<typeof loader>[0]).catch(() => null);

describe('the certificate', () => {
  it('wants all modules and the quiz', async () => {
    const viewer = await newViewer();
    const refused = () =>
      expect(takeCertificate(viewer, slug, true)).rejects.toMatchObject({ kind: 'conflict' });
    await refused();
    await takeQuiz(viewer, slug, withWrong(viewer.id, 0, 2));
    await completeAll(viewer);
    await refused();
    await takeQuiz(viewer, slug, rightOf(viewer.id, 1));
    await takeCertificate(viewer, slug, true);
    expect(await findOwnCertificate(viewer.id, slug)).toMatchObject({ name: viewer.name, isShown: true });

    const hasted = await newViewer();
    await takeQuiz(hasted, slug, rightOf(hasted.id, 0));
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
    await takeQuiz(viewer, slug, rightOf(viewer.id, 0));
    await Promise.all([1, 2, 3].map(() => takeCertificate(viewer, slug, false)));
    const { code = '' } = (await findOwnCertificate(viewer.id, slug)) ?? {};
    expect(certificateAddress(code)).toMatch(/\/certificates\/[a-z2-9]{16}$/);
    const hidden = await verifyCertificate(code);
    expect(hidden).toMatchObject({ courseTitle: course.title, owner: null });
    expect(JSON.stringify(hidden)).not.toContain(viewer.name);
    const picture = await certificatePicture(code);
    expect([picture?.status, picture?.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    await takeCertificate(viewer, slug, true);
    expect(await verifyCertificate(code)).toMatchObject({ owner: { name: viewer.name } });
    await takeCertificate(viewer, slug, false);
    expect(await verifyCertificate(code)).toMatchObject({ owner: null });
    expect(await prisma().certificate.count({ where: { userId: viewer.id } })).toBe(1);
    expect(
      await prisma().activityLog.count({ where: { userId: viewer.id, type: 'certificate_taken' } }),
    ).toBe(1);
    for (const unknown of ['unknown', '', 'a'.repeat(16), `${code}x`, code.toUpperCase()]) {
      expect(await verifyCertificate(unknown)).toBeNull();
      expect(await certificatePicture(unknown), unknown).toBeNull();
    }
  });

  it('is a page of PDF with name, course, day and address', async () => {
    const viewer = await newViewer();
    await completeAll(viewer);
    await withClock(
      () => new Date('2030-05-06T12:00:00Z'),
      () => takeQuiz(viewer, slug, rightOf(viewer.id, 0)),
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
