import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { appointInstructor } from '#app/domain/learning/assignments/instructors.server.ts';
import { moveSlide } from '#app/domain/publishing/authoring/deck-changes.server.ts';
import { requireDeck } from '#app/domain/publishing/authoring/deck-editor.server.ts';
import { moveQuestion } from '#app/domain/publishing/authoring/quiz-changes.server.ts';
import { requireQuiz } from '#app/domain/publishing/authoring/quiz-editor.server.ts';
import { archiveCourse } from '#app/domain/publishing/course-archive.server.ts';
import { setAssignment } from '#app/domain/publishing/course-changes.server.ts';
import { addDownload, setCaptions } from '#app/domain/publishing/course-file-changes.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { receiveQuestions } from '#app/domain/publishing/exchange/question-import.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { Prisma } from '#app/platform/database/generated/client.ts';
import { zip } from '#app/platform/documents/zip.server.ts';
import { newUser } from '#tests/integration/people.ts';
import { inThirtyDays, owner } from '#tests/integration/whole-site/admins/owner.ts';
import { salesPageForms } from '#tests/integration/whole-site/admins/sales-page.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

const piece = '/admin/content/piece?file=courses/seo/module-1.md';

const editing =
  (intent: string, type: Record<string, string> = {}) =>
  async (): Promise<FormCase> => ({
    as: (await owner()).as,
    page: piece,
    pick: { intent },
    type,
  });

/** An edit of a file of the library that changes nothing but its end. */
async function draftOf(path: string) {
  const opened = await openPiece(path);
  return { path, seen: opened?.seen ?? 0, text: opened?.text ?? '', note: '' };
}

const captionsFile = new TextEncoder().encode('WEBVTT\n\n00:01.000 --> 00:04.000\nTest one thing.\n');

/** The last version of a lesson of a course that the library has. */
const seenOf = async (id: number) =>
  (await openOutline('newsfeed-ads'))?.modules.find((module) => module.id === id)?.lesson.seen ?? 0;

/** Gives a lesson a video. @returns its version since */
async function withVideo(actor: Awaited<ReturnType<typeof owner>>['actor'], id: number): Promise<number> {
  const draft = await draftOf(`courses/newsfeed-ads/module-${id}.md`);
  const text = withFactsSet(draft.text, { video: { url: 'https://video.example/lesson.mp4' } });
  return saveDraft(actor, { ...draft, text });
}

const outlining =
  (intent: string, type: Record<string, string> = {}, pick: Record<string, string> = {}) =>
  async (): Promise<FormCase> => ({
    as: (await owner()).as,
    page: '/admin/content/courses/seo',
    pick: { intent, ...pick },
    type,
  });

const quizPage = '/admin/content/courses/cold-calling/quiz';

const quizzing =
  (intent: string, pick: Record<string, string> = {}, type: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const formCase = { as: (await owner()).as, page: quizPage, pick: { intent, ...pick }, type };
    if (intent === 'check' || intent === 'discard' || intent === 'publish') {
      const quiz = await requireQuiz('cold-calling');
      const [{ key = '' } = {}] = quiz.items;
      if (quiz.state === 'published')
        await moveQuestion((await owner()).actor, 'cold-calling', { key, number: 1, by: 1 });
    }
    return formCase;
  };

const questioning = (intent: string) => async (): Promise<FormCase> => ({
  as: (await owner()).as,
  page: `${quizPage}/question?kind=order`,
  pick: { intent },
  type: {
    ask: 'In which order do you do these?',
    why: 'Each needs what the one before it gives.',
    offer1: 'First',
    offer2: 'Second',
    offer3: 'Third',
    passage: (await requireQuiz('cold-calling')).items[0]?.raw.passage as string,
  },
});

/** An assignment that somebody has handed in, with what is so of its one version. */
async function handedIn(
  version: Omit<
    Prisma.AssignmentVersionUncheckedCreateWithoutSubmissionInput,
    'userId' | 'number' | 'formKey' | 'createdAt'
  >,
) {
  const { id: userId } = await newUser();
  const handedInAt = new Date();
  const { id } = await prisma().assignmentSubmission.create({
    data: {
      ...{ userId, courseId: 'seo', moduleId: 1, title: 'Keywords', version: 1, handedInAt },
      versions: {
        create: { ...version, userId, number: 1, text: 'Mine', formKey: randomUUID(), createdAt: handedInAt },
      },
    },
  });
  return id;
}

/** A course as an archive. */
const courseFile = (slug: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zip([
      {
        name: 'course.yaml',
        bytes: Buffer.from(`format: course-package\nversion: 1\nslug: ${slug}\ntitle: Sent\n`),
      },
      { name: 'course.md', bytes: Buffer.from('---\ntitle: Sent\n---\nText\n') },
    ]),
  );

/** A file of questions that waits to be added to a quiz. */
const importing =
  (intent: string, type: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const { actor, as } = await owner();
    async function* chunks() {
      yield Buffer.from('Is it so? {=Yes ~No}');
    }
    const id = await receiveQuestions(actor, 'cold-calling', { name: 'questions.gift', chunks: chunks() });
    return { as, page: `/admin/content/imports/${id}`, pick: { intent }, type };
  };

const deck = { slug: 'cold-calling', moduleId: 1 };

const deckPage = '/admin/content/courses/cold-calling/slides/1';

const sliding =
  (intent: string, pick: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const { actor, as } = await owner();
    if (intent === 'check' || intent === 'discard' || intent === 'publish') {
      const { state, items } = await requireDeck(deck.slug, deck.moduleId);
      if (state === 'published') await moveSlide(actor, deck, { key: items[1]?.key ?? '', number: 2, by: 1 });
    }
    return { as, page: deckPage, pick: { intent, ...pick } };
  };

const writingSlide = (intent: string) => async (): Promise<FormCase> => ({
  as: (await owner()).as,
  page: `${deckPage}/slide?layout=statement`,
  pick: { intent },
  type: { text: 'Call when **they** have time.', narration: 'Ask before you begin to talk.' },
});

/** What the team does with the library. */
export const contentForms: FormTable = {
  ...salesPageForms,
  '/admin/content/piece': {
    save: editing('save', { note: 'One' }),
    preview: editing('preview'),
    propose: editing('propose'),
    schedule: editing('schedule', { publishAt: inThirtyDays() }),
    discard: async () => {
      const made = await editing('discard')();
      await saveDraft((await owner()).actor, await draftOf('courses/seo/module-1.md'));
      return made;
    },
    publish: editing('publish', { note: 'Two' }),
  },
  '/admin/content/courses/:courseSlug': {
    rename: outlining('rename', { title: 'Search engines', promise: 'Be found.' }),
    'rename-module': outlining('rename-module', { title: 'Another first module' }, { module: '1' }),
    down: outlining('down', {}, { module: '2' }),
    remove: outlining('remove', {}, { module: '3' }),
    // Of another course, whose modules no other case moves.
    add: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/split-testing',
      pick: { intent: 'add' },
      type: { moduleTitle: 'One more' },
    }),
    copy: outlining('copy', {}, { module: '2' }),
    check: outlining('check'),
  },
  '/admin/content/courses/:courseSlug/archive': {
    archive: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/outsourcing/archive',
      pick: { intent: 'archive' },
    }),
    unarchive: async () => {
      const { as, actor } = await owner();
      await archiveCourse(actor, 'twitter-ads', '');
      return { as, page: '/admin/content/courses/twitter-ads/archive', pick: { intent: 'unarchive' } };
    },
  },
  '/admin/content/courses/:courseSlug/copy': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/cold-calling/copy',
      pick: {},
    }),
  },
  '/admin/content/courses/:courseSlug/quiz': {
    down: quizzing('down', { number: '1' }),
    remove: quizzing('remove', { number: '2' }),
    settings: quizzing('settings', {}, { pass: '3', most: '2' }),
    check: quizzing('check'),
    discard: quizzing('discard'),
    publish: quizzing('publish'),
  },
  '/admin/content/courses/:courseSlug/quiz/question': {
    save: questioning('save'),
    preview: questioning('preview'),
  },
  '/admin/content/courses/:courseSlug/quiz/exchange': {
    '': async () => ({
      as: (await owner()).as,
      page: `${quizPage}/exchange`,
      type: {},
      file: { name: 'questions.gift', bytes: new Uint8Array(Buffer.from('Is it so? {=Yes ~No}')) },
    }),
  },
  '/admin/content/imports': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/imports',
      type: {},
      file: { name: 'course.zip', bytes: courseFile('sent-course') },
    }),
  },
  '/admin/content/imports/:contentImportId': {
    import: importing('import', { which: '1' }),
    discard: importing('discard'),
  },
  '/admin/content/courses/:courseSlug/slides/:part': {
    down: sliding('down', { number: '1' }),
    remove: sliding('remove', { number: '2' }),
    check: sliding('check'),
    discard: sliding('discard'),
    publish: sliding('publish'),
    make: sliding('make'),
  },
  '/admin/content/courses/:courseSlug/slides/:part/slide': {
    save: writingSlide('save'),
    preview: writingSlide('preview'),
  },
  '/admin/content/courses/:courseSlug/assignment/:part': {
    save: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/split-testing/assignment/1',
      pick: { intent: 'save' },
      type: { title: 'Your first advertisement', task: 'Write **one**.', accepts: 'text' },
    }),
    remove: async () => {
      const { as, actor } = await owner();
      const id = 2;
      const seen =
        (await openOutline('split-testing'))?.modules.find((module) => module.id === id)?.lesson.seen ?? 0;
      const assignment = { title: 'A plan', task: 'Write it.', accepts: 'both', required: false } as const;
      await setAssignment(actor, 'split-testing', { id, seen }, assignment);
      return {
        as,
        page: `/admin/content/courses/split-testing/assignment/${id}`,
        pick: { intent: 'remove' },
      };
    },
  },
  '/admin/content/courses/:courseSlug/files/:part': {
    captions: async () => {
      const { as, actor } = await owner();
      await withVideo(actor, 3);
      return {
        as,
        page: '/admin/content/courses/newsfeed-ads/files/3',
        pick: { intent: 'captions' },
        file: { name: 'captions.vtt', bytes: captionsFile },
      };
    },
    'remove-captions': async () => {
      const { as, actor } = await owner();
      const seen = await withVideo(actor, 4);
      await setCaptions(actor, 'newsfeed-ads', { id: 4, seen }, [
        { name: 'captions.vtt', bytes: captionsFile },
      ]);
      return {
        as,
        page: '/admin/content/courses/newsfeed-ads/files/4',
        pick: { intent: 'remove-captions' },
      };
    },
    download: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/newsfeed-ads/files/5',
      pick: { intent: 'download' },
      type: { title: 'Worksheet' },
      file: { name: 'worksheet.txt', bytes: new TextEncoder().encode('What I test first:') },
    }),
    tools: async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/newsfeed-ads/files/7',
      pick: { intent: 'tools' },
      type: { t_keyword_map: 'on' },
    }),
    'remove-download': async () => {
      const { as, actor } = await owner();
      const seen = await seenOf(6);
      await addDownload(actor, 'newsfeed-ads', { id: 6, seen, title: 'Notes' }, [
        { name: 'notes.txt', bytes: new TextEncoder().encode('Notes on a test') },
      ]);
      return {
        as,
        page: '/admin/content/courses/newsfeed-ads/files/6',
        pick: { intent: 'remove-download' },
      };
    },
  },
  '/admin/content/instructors': {
    add: async () => ({
      as: (await owner()).as,
      page: '/admin/content/instructors',
      pick: { intent: 'add' },
      type: { email: (await newUser()).email, course: 'seo' },
    }),
    remove: async () => {
      const { as, actor } = await owner();
      const { id: userId, email } = await newUser();
      await appointInstructor(actor, { email, course: '' });
      return { as, page: '/admin/content/instructors', pick: { intent: 'remove', userId } };
    },
  },
  '/teaching/:submissionId': {
    '': async () => ({
      as: (await owner()).as,
      page: `/teaching/${await handedIn({})}`,
      type: { answer: 'Well done', decision: 'accepted' },
    }),
    change: async () => {
      const { as } = await owner();
      const answered = { answer: 'Well done', answeredById: as.id, answeredAt: new Date() };
      return {
        as,
        page: `/teaching/${await handedIn({ decision: 'accepted', ...answered })}?change=1`,
        pick: { intent: 'change' },
        type: { answer: 'Better' },
      };
    },
  },
  '/admin/content/images': {
    add: async () => ({
      as: (await owner()).as,
      page: '/admin/content/images',
      pick: { intent: 'add' },
      type: { alt: 'A chart with two lines' },
      file: {
        name: 'chart.png',
        bytes: new Uint8Array(
          await sharp({ create: { width: 300, height: 300, channels: 3, background: '#247' } })
            .png()
            .toBuffer(),
        ),
      },
    }),
  },
  '/admin/content/new': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/new',
      pick: {},
      type: { kind: 'guides', title: 'A new guide', name: 'a-new-guide' },
    }),
  },
  '/admin/content/courses/:courseSlug/release': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/courses/pinterest-marketing/release?mode=in_order',
      pick: {},
    }),
  },
  '/admin/content/history': {
    async ''() {
      const { as } = await owner();
      const { path, seen, text } = await draftOf('courses/seo/module-1.md');
      // A version to restore: the forms that make one are not always gone through.
      const number = seen + 1;
      await prisma().contentVersion.create({
        data: { path, number, kind: 'text', text, state: 'past', createdAt: new Date() },
      });
      return { as, page: `/admin/content/history?file=${path}`, pick: { version: String(number) } };
    },
  },
  '/admin/content/archive': {
    '': async () => ({
      as: (await owner()).as,
      page: '/admin/content/archive?file=guides/men-guide.md',
      pick: {},
    }),
  },
};
