import { randomUUID } from 'node:crypto';
import { ask } from '#app/domain/assistant/asking.server.ts';
import { notify } from '#app/domain/core/notifications/notify.server.ts';
import { calculators, exampleOf } from '#app/domain/learning/calculators/calculators.ts';
import { keepResult } from '#app/domain/learning/calculators/saved-results.server.ts';
import { findCourse, renderLesson } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import { signUpFor } from '#app/domain/learning/dashboard/announcements.server.ts';
import { subscribe } from '#app/domain/learning/email-course/subscriptions.server.ts';
import { answersSchema } from '#app/domain/learning/first-week/answers-schema.server.ts';
import { planMyWeek, putWeekAway } from '#app/domain/learning/first-week/week.server.ts';
import { fieldsOf } from '#app/domain/learning/quizzes/answers-schema.server.ts';
import { drawQuestions } from '#app/domain/learning/quizzes/draws.ts';
import { rightPlaces, seedOf, shuffle } from '#app/domain/learning/quizzes/marking.ts';
import { takeQuiz } from '#app/domain/learning/quizzes/quiz-attempts.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { markRead, savePiece, writeNote } from '#app/domain/learning/reading/marks.server.ts';
import { inputsOf, keepCopy } from '#app/domain/learning/templates/copies.server.ts';
import { findTemplate } from '#app/domain/learning/templates/templates.server.ts';
import { setAccepted, setHelpful } from '#app/domain/talk/community/posts.server.ts';
import { reply, startThread } from '#app/domain/talk/community/threads.server.ts';
import { closeOwnTicket } from '#app/domain/talk/support/replying.server.ts';
import { openTicket } from '#app/domain/talk/support/tickets.server.ts';
import { transaction } from '#app/platform/database/client.server.ts';
import { newUser, newViewer } from '#tests/integration/people.ts';
import { giveMembership } from '#tests/integration/whole-site/people.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

/** Somebody with a membership, in the database too. */
async function member() {
  const viewer = await newViewer({ hasMembership: true });
  await giveMembership(viewer.id);
  return viewer;
}

const weekAnswers = { goal: 'found', stage: 'customers', minutes: '30', website: 'on', timeZone: 'UTC' };

/** A member who has planned a week. */
async function plannedMember() {
  const as = await member();
  await planMyWeek(as, answersSchema.parse(weekAnswers));
  return as;
}

/** The forms about a piece of the library, on its page. */
function keeping(page: string, key: string, isCompleted = false): FormTable[string] {
  const made = async (
    intent: string,
    before?: (viewer: Awaited<ReturnType<typeof member>>) => Promise<void>,
  ) => {
    const as = await member();
    await before?.(as);
    return { as, page, pick: { intent } };
  };
  const readOf = async () => ({ ...(await made('read')) });
  return {
    save: async () => ({ ...(await made('save')) }),
    unsave: () => made('unsave', (viewer) => savePiece(viewer, key, true)),
    ...(isCompleted
      ? {}
      : { read: readOf, unread: () => made('unread', (viewer) => markRead(viewer, key, true)) }),
    note: async () => ({ ...(await made('note')), type: { note: 'Mine' } }),
    delete_note: () => made('delete_note', (viewer) => writeNote(viewer, key, 'Mine')),
  };
}

const lesson = '/courses/seo/module-1';
const checklist = (page: string, action: string) => async (): Promise<FormCase> => ({
  as: await member(),
  page,
  pick: { action },
});

async function notified(intent: string): Promise<FormCase> {
  const as = await newUser();
  await transaction((tx) =>
    notify(tx, {
      userId: as.id,
      event: 'ticket_answered',
      path: '/support/tickets/1',
      details: { number: 1, subject: 'A question' },
    }),
  );
  return { as, page: '/notifications', pick: { intent } };
}

const browser = {
  endpoint: 'https://push.example/1',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CSXA',
};

async function ticketOf(isClosed = false) {
  const as = await member();
  const form = { subject: 'A question', message: 'How?', formKey: randomUUID() };
  const number = await openTicket(as, 'support', form);
  if (isClosed) await closeOwnTicket({ userId: as.id, number });
  return { as, page: `/support/tickets/${number}` };
}

const threadForm = () => ({
  topic: 'lessons',
  title: 'A question about links',
  body: 'How many?',
  formKey: randomUUID(),
});

/** A thread of somebody with a reply of somebody else. */
async function threadWithReply() {
  const [author, other] = [await member(), await member()];
  const id = await startThread(author, threadForm());
  const replyId = await reply(other, id, { body: 'Three of them.', formKey: randomUUID() });
  return { author, other, replyId, page: `/community/threads/${id}` };
}

async function conversation(message = 'How do I cancel?') {
  const as = await member();
  const { conversationId } = await ask(as, { message });
  return { as, page: `/assistant/${conversationId}` };
}

/** A member's first try at the quiz of SEO. */
function firstDraw(userId: string) {
  const quiz = findQuiz('seo');
  if (!quiz) throw new Error('The tests need the quiz.');
  return drawQuestions(quiz, userId, 0);
}

const rightAnswers = (userId: string) => {
  const { seed, questions } = firstDraw(userId);
  return questions.map((question, index) =>
    question.kind === 'order'
      ? rightPlaces(shuffle(seedOf(seed, index), question.steps.length))
      : String(question.right),
  );
};

/** The quiz filled in, rightly. */
function answersOfQuiz(userId: string): Record<string, string> {
  const right = rightAnswers(userId);
  return Object.fromEntries(
    firstDraw(userId).questions.flatMap((question, index) => {
      const values = String(right[index]).split(',');
      return fieldsOf(question, index).map((name, step) => [name, values[step] ?? ''] as const);
    }),
  );
}

async function quizTaker() {
  const as = await member();
  return { as, page: '/courses/seo/quiz', pick: {}, type: answersOfQuiz(as.id) };
}

async function finishedCourse() {
  const as = await member();
  const course = findCourse('seo');
  if (!course) throw new Error('The tests need the course.');
  for (const { id } of course.modules) await markModuleComplete(as, course.slug, id);
  await takeQuiz(as, course.slug, rightAnswers(as.id));
  return as;
}

const calculator = calculators.get('break-even-click');
const template = findTemplate('keyword-map');
if (!calculator || !template) throw new Error('The tests need the calculator and the template.');

async function keptResult() {
  const as = await member();
  await keepResult(as, calculator as never, exampleOf(calculator as never), 'Mine');
  return as;
}

/** The template's first cell, filled in. */
function firstCell(): Record<string, string> {
  const [cell] = template?.sheet ? inputsOf(template.sheet) : [];
  return { [cell?.key ?? 'text']: 'Mine' };
}

/** The first place of the lesson that is kept. */
function firstHeading(): string {
  const module = findCourse('seo')?.modules[0];
  return (module ? renderLesson(module).headings[0]?.id : undefined) ?? '';
}

/** What members send of what they learn, ask and talk about. */
export const formsOfMembers: FormTable = {
  '/dashboard/coming-soon': {
    sign_up: async () => ({ as: await member(), page: '/dashboard', pick: { intent: 'sign_up' } }),
    give_up: async () => {
      const as = await member();
      await signUpFor(as.id, 'image-generation', true);
      return { as, page: '/dashboard', pick: { intent: 'give_up' } };
    },
  },
  '/first-week': {
    plan: async () => ({
      as: await member(),
      page: '/first-week',
      type: weekAnswers,
      pick: { intent: 'plan' },
    }),
    put_away: async () => ({ as: await plannedMember(), page: '/first-week', pick: { intent: 'put_away' } }),
    bring_back: async () => {
      const as = await plannedMember();
      await putWeekAway(as.id, true);
      return { as, page: '/first-week', pick: { intent: 'bring_back' } };
    },
  },
  '/courses/:courseSlug/:moduleSegment': keeping(lesson, 'courses/seo/module-1', true),
  '/training/guides/:guideSlug': keeping('/training/guides/purchase-cycle', 'guides/purchase-cycle'),
  '/playbooks/:playbookSlug': keeping('/playbooks/keyword-map', 'playbooks/keyword-map'),
  '/training/videos/:seriesSlug': keeping('/training/videos/entrepreneurial', 'series/entrepreneurial'),
  '/email-course/:month': keeping('/email-course/1', 'letters/1'),
  '/courses/:courseSlug/complete': {
    '': async () => ({ as: await member(), page: lesson, pick: { moduleId: '1' } }),
  },
  '/courses/:courseSlug/:moduleSegment/checklist': {
    '': checklist(lesson, `${lesson}/checklist`),
  },
  '/checklist/:shelf/:name': {
    '': checklist('/training/guides/purchase-cycle', '/checklist/guides/purchase-cycle'),
  },
  '/courses/:courseSlug/quiz': {
    '': quizTaker,
  },
  '/courses/:courseSlug/certificate': {
    '': async () => ({ as: await finishedCourse(), page: '/courses/seo/certificate', pick: {} }),
  },
  '/watching': {
    '': async () => ({
      as: await member(),
      page: '/courses',
      to: '/watching',
      type: { deck: 'courses/cold-calling/module-1', slide: '3' },
    }),
  },
  '/reading': {
    '': async () => ({
      as: await member(),
      page: lesson,
      to: '/reading',
      type: { piece: 'courses/seo/module-1', heading: firstHeading() },
    }),
  },
  '/playbooks/:playbookSlug/template': {
    '': async () => ({
      as: await member(),
      page: '/playbooks/keyword-map/template',
      pick: {},
      type: firstCell(),
    }),
    drop: async () => {
      const as = await member();
      await keepCopy(as, template, firstCell());
      return { as, page: '/playbooks/keyword-map/template', pick: { intent: 'drop' } };
    },
  },
  '/calculators/:calculatorSlug': {
    '': async () => ({
      as: await member(),
      page: '/calculators/break-even-click',
      pick: { name: '' },
      type: { name: 'Mine' },
    }),
    remove: async () => ({
      as: await keptResult(),
      page: '/calculators/break-even-click',
      pick: { intent: 'remove' },
    }),
  },
  '/calculators': {
    '': async () => ({ as: await keptResult(), page: '/calculators', pick: {} }),
  },
  '/email-course': {
    subscribe: async () => ({ as: await member(), page: '/email-course', pick: { intent: 'subscribe' } }),
    unsubscribe: async () => {
      const as = await member();
      await subscribe(as);
      return { as, page: '/email-course', pick: { intent: 'unsubscribe' } };
    },
  },
  '/notifications': {
    open: () => notified('open'),
    read: () => notified('read'),
    read_all: () => notified('read_all'),
  },
  '/notifications/settings': {
    '': async () => ({ as: await newUser(), page: '/notifications/settings', pick: {} }),
    forget: async () => ({
      as: await newUser(),
      page: '/notifications/settings',
      pick: { intent: 'forget' },
    }),
  },
  '/profile/appearance': {
    '': async () => ({ as: await newUser(), page: '/profile/appearance', pick: {} }),
  },
  '/profile/offline': {
    '': async () => ({ as: await newUser(), page: '/profile/offline', pick: {} }),
  },
  '/notifications/emails': {
    '': async () => ({ as: await newUser(), page: '/notifications/emails', pick: {} }),
  },
  '/notifications/push': {
    add: async () => ({
      as: await newUser(),
      page: '/notifications/settings',
      to: '/notifications/push',
      type: { intent: 'add', ...browser },
    }),
    remove: async () => ({
      as: await newUser(),
      page: '/notifications/settings',
      to: '/notifications/push',
      type: { intent: 'remove', endpoint: browser.endpoint },
    }),
  },
  '/support': {
    'of a member': async () => ({
      as: await member(),
      page: '/support',
      pick: { subject: '' },
      type: { subject: 'A question', message: 'How?' },
    }),
  },
  '/support/tickets/:number': {
    reply: async () => ({
      ...(await ticketOf()),
      pick: { intent: 'reply' },
      type: { message: 'One thing more' },
    }),
    close: async () => ({ ...(await ticketOf()), pick: { intent: 'close' } }),
    reopen: async () => ({ ...(await ticketOf(true)), pick: { intent: 'reopen' } }),
  },
  '/community/new': {
    '': async () => {
      const { formKey: _, ...type } = threadForm();
      return { as: await member(), page: '/community/new', pick: { title: '' }, type };
    },
    preview: async () => {
      const { formKey: _, ...type } = threadForm();
      return { as: await member(), page: '/community/new', pick: { intent: 'preview' }, type };
    },
  },
  '/community/threads/:threadId': {
    reply: async () => {
      const { page } = await threadWithReply();
      return { as: await member(), page, pick: { intent: 'reply' }, type: { body: 'Me too.' } };
    },
    preview: async () => {
      const { page } = await threadWithReply();
      return { as: await member(), page, pick: { intent: 'preview' }, type: { body: 'Me too.' } };
    },
    follow: async () => ({
      as: await member(),
      page: (await threadWithReply()).page,
      pick: { intent: 'follow' },
    }),
    unfollow: async () => {
      const { author, page } = await threadWithReply();
      return { as: author, page, pick: { intent: 'unfollow' } };
    },
    helpful: async () => ({
      as: await member(),
      page: (await threadWithReply()).page,
      pick: { intent: 'helpful' },
    }),
    not_helpful: async () => {
      const { page, replyId } = await threadWithReply();
      const as = await member();
      await setHelpful(as, replyId, true);
      return { as, page, pick: { intent: 'not_helpful' } };
    },
    accept: async () => {
      const { author, page } = await threadWithReply();
      return { as: author, page, pick: { intent: 'accept' } };
    },
    not_accepted: async () => {
      const { author, page, replyId } = await threadWithReply();
      await setAccepted(author, replyId, true);
      return { as: author, page, pick: { intent: 'not_accepted' } };
    },
    delete: async () => {
      const { other, page } = await threadWithReply();
      return { as: other, page, pick: { intent: 'delete' } };
    },
  },
  '/community/posts/:postId/edit': {
    '': async () => {
      const { other, replyId } = await threadWithReply();
      return {
        as: other,
        page: `/community/posts/${replyId}/edit`,
        pick: {},
        type: { body: 'Four of them.' },
      };
    },
    preview: async () => {
      const { other, replyId } = await threadWithReply();
      return { as: other, page: `/community/posts/${replyId}/edit`, pick: { intent: 'preview' } };
    },
  },
  '/community/posts/:postId/report': {
    '': async () => {
      const { author, replyId } = await threadWithReply();
      return { as: author, page: `/community/posts/${replyId}/report`, pick: {}, type: { reason: 'spam' } };
    },
  },
  '/assistant': {
    '': async () => ({
      as: await member(),
      page: '/assistant',
      pick: {},
      type: { message: 'How do I cancel?' },
    }),
  },
  '/assistant/:conversationId': {
    '': async () => ({ ...(await conversation()), pick: { message: '' }, type: { message: 'And then?' } }),
    rename: async () => ({ ...(await conversation()), pick: { intent: 'rename' }, type: { title: 'Mine' } }),
    delete: async () => ({ ...(await conversation()), pick: { intent: 'delete' } }),
    rate1: async () => ({ ...(await conversation()), pick: { intent: 'rate1' } }),
    'rate-1': async () => ({ ...(await conversation()), pick: { intent: 'rate-1' } }),
    ticket: async () => ({
      ...(await conversation('What is the phone number of the founder?')),
      pick: { intent: 'ticket' },
    }),
  },
};
