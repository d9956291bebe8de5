import { z } from 'zod';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { countAudience, findRecipients } from '#app/domain/operating/letters/audience.server.ts';
import { checkLetter, type LetterCheck } from '#app/domain/operating/letters/checks.server.ts';
import {
  checkedSchema,
  checkedVersion,
  emptySegment,
  type ScheduleForm,
  scheduleLetter,
  scheduleSchema,
  sendLetterNow,
} from '#app/domain/operating/letters/dispatch.server.ts';
import { letterKindName, skipReasons } from '#app/domain/operating/letters/kinds.ts';
import { findLetter, type Letter } from '#app/domain/operating/letters/letters.server.ts';
import { describePace } from '#app/domain/operating/letters/pace.ts';
import { describeMinute } from '#app/domain/operating/letters/send-times.ts';
import { fewestClicks } from '#app/domain/operating/letters/subject-test.ts';
import { findSegment } from '#app/domain/operating/segments/segments.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { actorOf, allow, confirmFirst } from '#app/routes/admin/access.server.ts';
import { countPeople } from '#app/routes/admin/count-of.ts';
import { LetterChecks } from '#app/routes/admin/letters/letter-checks.tsx';
import { Recipients } from '#app/routes/admin/letters/recipients.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { Facts } from '#app/routes/admin/users/facts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/check';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:send')];

const list = '/admin/letters';

/** Groups of a test that are smaller hardly bring enough clicks to tell. */
const fewForTest = 200;

/** How many people get each subject of a test, and whether that is enough to tell which is better. */
function describeTest({ testPercent, testHours }: Letter, count: number): LetterCheck {
  const each = Math.round((count * testPercent) / 200);
  const people = each === 1 ? 'one person gets' : `${each.toLocaleString('en-US')} people get`;
  const text = `About ${people} each subject first; ${testHours === 1 ? 'an hour' : `${testHours} hours`} later everyone else gets the one with more clicks.`;
  return each < fewForTest
    ? {
        state: 'warning',
        text: `${text} That is few: with fewer than ${fewestClicks} clicks everyone else gets the first.`,
      }
    : { state: 'good', text };
}

const people = (count: number, one: string, many: string) =>
  count === 1 ? `One person ${one}` : `${count.toLocaleString('en-US')} people ${many}`;

/** When it arrives, where that is not at once for everybody. */
function describeTimes(
  { atMinute }: Letter,
  { count, second, zoned }: { count: number; second: number; zoned: number },
): LetterCheck[] {
  const { timeZone } = siteSettings().bulkMail;
  const texts = [];
  if (atMinute !== null) {
    const time = describeMinute(atMinute);
    const known =
      zoned > 0 ? `${people(zoned, 'gets', 'get')} it at ${time} in the time zone they chose. ` : '';
    const others = count - zoned;
    texts.push(
      `${known}${others > 0 ? `${people(others, 'gets', 'get')} it at ${time} (${timeZone}), as we don’t know theirs.` : ''}`.trim(),
    );
  }
  if (second > 0)
    texts.push(
      `${people(second, 'has', 'have')} had another bulk email in the last 24 hours, and may get this one on the next day instead.`,
    );
  return texts.filter(Boolean).map((text) => ({ state: 'good', text }));
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const letter = await findLetter(params.letterId);
  if (!letter) throw notFound('There is no such letter', { to: list, label: 'Letters' });
  const segment = letter.segmentId ? await findSegment(letter.segmentId) : null;
  const audience = letter.goesToAll ? { isAny: false, conditions: [] } : segment;
  const { count, skipped, second, zoned, ...lacking } = await countAudience(
    letter,
    audience ?? { isAny: false, conditions: null },
  );
  const examples = audience ? await findRecipients(letter, audience) : [];
  const pace = describePace(count, siteSettings().bulkMail, now());
  return {
    letter: { id: letter.id, subject: letter.subject, state: letter.state },
    shown: {
      preheader: letter.preheader,
      kind: letterKindName(letter.kind),
      arrives: letter.atMinute === null ? null : describeMinute(letter.atMinute),
      otherSubject: letter.otherSubject,
    },
    examples,
    // After a detour to confirm who asks it is still the one that they had checked.
    version: url.searchParams.get('version') ?? checkedVersion(letter, segment),
    to: letter.goesToAll ? 'Everyone with a verified address' : (segment?.name ?? null),
    count,
    skipped,
    checks: [
      ...(await checkLetter(letter, lacking)),
      ...(letter.otherSubject === '' ? [] : [describeTest(letter, count)]),
      ...describeTimes(letter, { count, second, zoned }),
      ...(pace ? [{ state: 'warning' as const, text: pace }] : []),
      ...(!letter.goesToAll && segment?.conditions?.length === 0
        ? [{ state: 'problem' as const, text: emptySegment }]
        : []),
    ],
  };
}

export const action = formAction(async ({ params: { letterId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const path = `${list}/${letterId}`;
  const { version } = parseForm(form, checkedSchema);
  try {
    if (readIntent(form, z.enum(['send', 'schedule'])) === 'send') {
      await sendLetterNow(actor, letterId, version);
      return redirectWithFlash(path, 'The letter is on its way.');
    }
    await scheduleLetter(actor, letterId, parseForm(form, scheduleSchema));
    return redirectWithFlash(path, 'The letter is scheduled.');
  } catch (error) {
    if (error instanceof ConfirmationNeeded)
      return confirmFirst(error, `${path}/check?${new URLSearchParams({ version })}`);
    throw error;
  }
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Check and send')];

export default function CheckLetter({ loaderData, actionData }: Route.ComponentProps) {
  const { letter, shown, examples, version, to, count, skipped, checks } = loaderData;
  const path = `${list}/${letter.id}/check`;
  const form = formFields<ScheduleForm>('schedule', actionData);
  const hasProblem = checks.some(({ state }) => state === 'problem');
  const recipients = countPeople(count);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: list, label: 'Letters' },
          { to: `${list}/${letter.id}`, label: letter.subject },
        ]}
        current="Check and send"
      />
      <PageHeading title="Check and send">Nothing is sent until you press Send or Schedule.</PageHeading>
      <FormErrors id={form.errorId} errors={form.errors} />
      <Facts
        facts={[
          ['Subject', <strong key="subject">{letter.subject}</strong>],
          ['Second subject, in a test', shown.otherSubject || null],
          ['Preview line', shown.preheader || null],
          ['Kind of email', shown.kind],
          ['Arrives', shown.arrives ? `At ${shown.arrives} where the reader is` : 'As soon as it’s sent'],
          [
            'Letter',
            <Link key="edit" to={`${list}/${letter.id}`} className="link">
              Edit the letter
            </Link>,
          ],
        ]}
      />
      <LetterChecks checks={checks} />
      <Card className="grid gap-4 p-4! sm:p-5!">
        <h2 className="text-lg">{to === null ? 'No recipients yet' : `${to}: ${recipients}`}</h2>
        <Recipients count={count} examples={examples} />
        {skipped.length > 0 ? (
          <ul className="grid gap-1 text-sm text-muted">
            {skipped.map(({ reason, count: left }) => (
              <li key={reason}>
                Not sent to {left.toLocaleString('en-US')}: {skipReasons[reason] ?? reason}.
              </li>
            ))}
          </ul>
        ) : null}
        {letter.state !== 'draft' ? (
          <Notice>This letter is no longer a draft.</Notice>
        ) : to === null ? (
          <Notice>Go back to the letter and choose who gets it.</Notice>
        ) : count === 0 ? (
          <Notice>Nobody would get this letter now.</Notice>
        ) : (
          <>
            {hasProblem ? (
              <Notice tone="warn">
                Fix the problems above before you send. If a link works in your browser, you can send anyway.
              </Notice>
            ) : null}
            <form method="post" action={path}>
              <input type="hidden" name="version" value={version} />
              <SubmitButton
                intent="send"
                variant={hasProblem ? 'secondary' : 'primary'}
                pendingLabel="Sending..."
              >
                {hasProblem ? `Send anyway to ${recipients}` : `Send now to ${recipients}`}
              </SubmitButton>
            </form>
            <form method="post" action={path} id={form.id} className="grid gap-3 border-t border-line pt-4">
              <input type="hidden" name="version" value={version} />
              <TextField
                {...form.field('sendAt')}
                type="datetime-local"
                label="Or send it later (UTC)"
                required
                beside={
                  <SubmitButton intent="schedule" variant="secondary" pendingLabel="Scheduling...">
                    Schedule
                  </SubmitButton>
                }
              />
            </form>
          </>
        )}
      </Card>
    </div>
  );
}
