import { redirect } from 'react-router';
import { z } from 'zod';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { previewLetter } from '#app/domain/operating/letters/checks.server.ts';
import {
  resumeLetter,
  sendTestLetter,
  stopLetter,
  unscheduleLetter,
} from '#app/domain/operating/letters/dispatch.server.ts';
import {
  deleteLetter,
  findLetter,
  type Letter,
  saveLetter,
} from '#app/domain/operating/letters/letters.server.ts';
import { findLetterReport } from '#app/domain/operating/letters/report.server.ts';
import { type LetterForm as Fields, letterSchema } from '#app/domain/operating/letters/schemas.server.ts';
import { describeMinute } from '#app/domain/operating/letters/send-times.ts';
import { choiceSchema, chooseSubject } from '#app/domain/operating/letters/subject-choice.server.ts';
import {
  isChoiceReason,
  isInTest,
  isTestOpen,
  testEnd,
  variants,
} from '#app/domain/operating/letters/subject-test.ts';
import { listSegments } from '#app/domain/operating/segments/segments.server.ts';
import { actorOf, allow, confirmFirst } from '#app/routes/admin/access.server.ts';
import { ChangedMeanwhile } from '#app/routes/admin/edit-conflict.tsx';
import { intentButtons } from '#app/routes/admin/letters/intent-buttons.tsx';
import { comparedLetter } from '#app/routes/admin/letters/letter-comparison.ts';
import { LetterForm } from '#app/routes/admin/letters/letter-form.tsx';
import { LetterPreview } from '#app/routes/admin/letters/letter-preview.tsx';
import { LetterReport } from '#app/routes/admin/letters/letter-report.tsx';
import { LetterStateBadge } from '#app/routes/admin/letters/letter-state.tsx';
import { type ShownTest, SubjectTestReport } from '#app/routes/admin/letters/subject-test-report.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/letter';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

const list = '/admin/letters';

/** The test of a letter's two subjects, which is shown once it is scheduled or begun; null without one. */
function shownTest(letter: Letter): ShownTest | null {
  const { state, testPercent, testHours, testSentAt } = letter;
  if (letter.otherSubject === '' || state === 'draft') return null;
  const chosenVariant = variants.find((variant) => variant === letter.chosenSubject) ?? null;
  return {
    subjects: { a: letter.subject, b: letter.otherSubject },
    percent: testPercent,
    hours: testHours,
    endsAt: testSentAt && isInTest(letter) && state === 'sending' ? testEnd(testSentAt, testHours) : null,
    chosenVariant,
    because: chosenVariant && isChoiceReason(letter.chosenBecause) ? letter.chosenBecause : null,
    isOpen: isTestOpen(letter),
  };
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const letter = await findLetter(params.letterId);
  if (!letter) throw notFound('There is no such letter', { to: list, label: 'Letters' });
  const { id, subject, preheader, body, kind, state, sendAt, problem, updatedAt } = letter;
  const isDraft = state === 'draft';
  const { subject: shownSubject, text } = previewLetter(letter);
  const segments = isDraft ? await listSegments() : [];
  return {
    letter: { id, subject, state, sendAt, problem, hasText: body !== '' },
    fields: {
      subject,
      preheader,
      body,
      kind,
      audience: letter.goesToAll ? 'all' : (letter.segmentId ?? ''),
      mayBeSecond: letter.mayBeSecond ? 'on' : '',
      atMinute: letter.atMinute === null ? '' : String(letter.atMinute),
      otherSubject: letter.otherSubject,
      testPercent: String(letter.testPercent),
      testHours: String(letter.testHours),
      version: updatedAt.toISOString(),
    },
    segments: segments.map(({ id: segmentId, name }) => ({ id: segmentId, name })),
    report: letter.startedAt ? await findLetterReport(id) : null,
    test: shownTest(letter),
    timeZone: siteSettings().bulkMail.timeZone,
    arrivesAt: letter.atMinute === null ? null : describeMinute(letter.atMinute),
    preview: { subject: shownSubject, text },
    scheme: url.searchParams.get('scheme') === 'dark' ? ('dark' as const) : ('light' as const),
  };
}

const intentSchema = z.enum(['save', 'check', 'test', 'delete', 'unschedule', 'stop', 'resume', 'choose']);

/** Buttons of the form of a draft: what is typed is saved before anything else. */
const savingIntents: ReadonlySet<unknown> = new Set(['save', 'check', 'test']);

/** What each button does, and what is said then. */
const commands = {
  test: [sendTestLetter, 'Saved. We sent a test to your own address.'],
  unschedule: [unscheduleLetter, 'The letter is a draft again.'],
  stop: [stopLetter, 'Sending is stopped. What was delivered already stays delivered.'],
} as const;

export const action = formAction(async ({ params: { letterId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const path = `${list}/${letterId}`;
  const intent = readIntent(form, intentSchema);
  if (savingIntents.has(intent)) await saveLetter(actor, letterId, parseForm(form, letterSchema));
  if (intent === 'save') return redirectWithFlash(path, 'The draft is saved.');
  if (intent === 'check') return redirect(`${path}/check`);
  if (intent === 'delete') {
    await deleteLetter(actor, letterId);
    return redirectWithFlash(list, 'The draft is deleted.');
  }
  if (intent === 'resume' || intent === 'choose') {
    try {
      if (intent === 'resume') await resumeLetter(actor, letterId);
      else await chooseSubject(actor, letterId, parseForm(form, choiceSchema).subject);
    } catch (error) {
      return confirmFirst(error, path);
    }
    return redirectWithFlash(path, intent === 'resume' ? 'Sending goes on.' : 'The subject is chosen.');
  }
  const [command, words] = commands[intent];
  await command(actor, letterId);
  return redirectWithFlash(path, words);
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.letter.subject ?? 'Letter'),
];

export default function LetterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { letter, fields, segments, report, test, timeZone, arrivesAt, preview, scheme } = loaderData;
  const { id, subject, state, sendAt, problem, hasText } = letter;
  const path = `${list}/${id}`;
  const isSaved = savingIntents.has(actionData?.lastResult.initialValue?.intent);
  const form = formFields<Fields>('letter', isSaved ? actionData : undefined, fields);
  const button = intentButtons(path);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={[{ to: list, label: 'Letters' }]} current={subject} />
      <PageHeading
        title={subject}
        actions={
          <>
            {state === 'scheduled' ? button('unschedule', 'Move back to drafts', 'Moving...') : null}
            {state === 'sending' ? button('stop', 'Stop sending', 'Stopping...', 'danger') : null}
            {state === 'sent' && report && report.waiting > 0
              ? button('stop', 'Stop sending', 'Stopping...', 'danger')
              : null}
            {state === 'stopped' ? button('resume', 'Resume sending', 'Resuming...') : null}
          </>
        }
      />
      <p className="flex flex-wrap items-center gap-3 text-sm">
        <LetterStateBadge state={state} />
        {sendAt && state === 'scheduled' ? (
          <span>
            Scheduled for <Moment at={sendAt} />.
          </span>
        ) : null}
      </p>
      {arrivesAt && state !== 'draft' ? (
        <p className="text-sm text-muted">
          It arrives at {arrivesAt} where each reader is, and at {arrivesAt} ({timeZone}) for those whose time
          zone we don’t know.
        </p>
      ) : null}
      <FormErrors id="letter-page-error" errors={isSaved ? undefined : actionData?.lastResult.error?.['']} />
      {problem ? <Notice>The letter wasn’t sent: {problem}</Notice> : null}
      {test ? <SubjectTestReport path={path} test={test} figures={report?.variants ?? []} /> : null}
      {report ? <LetterReport report={report} /> : null}
      {state === 'draft' ? (
        <LetterForm
          path={path}
          form={form}
          segments={segments}
          timeZone={timeZone}
          version={
            <ChangedMeanwhile
              typedOver={isSaved ? actionData?.lastResult.initialValue?.version : undefined}
              version={fields.version}
              fields={comparedLetter(fields, form, segments)}
            />
          }
        />
      ) : null}
      {hasText ? <LetterPreview path={path} scheme={scheme} {...preview} /> : null}
      {state === 'draft' ? (
        <div className="border-t border-line pt-4">
          {button('delete', 'Delete this draft', 'Deleting...', 'danger')}
        </div>
      ) : null}
    </div>
  );
}
