import { z } from 'zod';
import type { Answers } from '#app/domain/learning/first-week/answers.ts';
import { type AnswersForm, answersSchema } from '#app/domain/learning/first-week/answers-schema.server.ts';
import { firstWeekCopy } from '#app/domain/learning/first-week/first-week-copy.server.ts';
import { findWeek, planMyWeek, putWeekAway } from '#app/domain/learning/first-week/week.server.ts';
import { timeZoneChoices } from '#app/platform/time-zone.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { WeekForm } from '#app/routes/frame/week-form.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import type { Route } from './+types/first-week';

export async function loader({ context }: Route.LoaderArgs) {
  const planned = await findWeek(context.get(memberContext).id);
  return {
    copy: firstWeekCopy(),
    timeZones: timeZoneChoices,
    answers: planned ? fieldsOf(planned.answers) : {},
    week: planned && { isPutAway: planned.isPutAway, isDone: planned.week.next === null },
  };
}

/** Answers as the fields of the form have them. */
function fieldsOf({ goal, stage, minutesPerDay, assets, timeZone }: Answers) {
  const boxes = Object.fromEntries(assets.map((asset) => [asset, 'on']));
  return { goal, stage, minutes: String(minutesPerDay), timeZone, ...boxes };
}

const intents = z.enum(['plan', 'put_away', 'bring_back']);

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  const intent = readIntent(form, intents);
  if (intent === 'plan') {
    await planMyWeek(viewer, parseForm(form, answersSchema));
    return redirectWithFlash('/dashboard', 'Your week is planned. Here is your first task.');
  }
  await putWeekAway(viewer.id, intent === 'put_away');
  return redirectWithFlash(
    '/dashboard',
    intent === 'put_away'
      ? 'Your week is put away. You can bring it back or plan another at any time.'
      : 'Your week is back.',
  );
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData && titleOf(loaderData)),
];

const titleOf = ({ copy, week }: Pick<Route.ComponentProps['loaderData'], 'copy' | 'week'>) =>
  week ? copy.again : copy.title;

/** The questions that a week is planned from, for members who have none and for those who want another. */
export default function FirstWeek({ loaderData, actionData }: Route.ComponentProps) {
  const { copy, timeZones, week } = loaderData;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/dashboard', label: 'Dashboard' }]} current={titleOf(loaderData)} />
      <header className="grid gap-2">
        <h1>{titleOf(loaderData)}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      {week ? <ExistingWeek {...week} /> : null}
      <WeekForm
        copy={copy}
        timeZones={timeZones}
        form={formFields<AnswersForm>('first-week', actionData, loaderData.answers)}
      />
    </div>
  );
}

/** What somebody can do with the week they have, apart from planning another. */
function ExistingWeek({ isPutAway, isDone }: { isPutAway: boolean; isDone: boolean }) {
  const text = isPutAway
    ? 'You put your week away. What you completed still counts.'
    : isDone
      ? 'Your week is done. Answer again to plan the next one.'
      : 'You have a week under way. Planning again replaces it, starting today. What you completed still counts.';
  return (
    <form
      method="post"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line bg-sunken px-4 py-3"
    >
      <p className="grow basis-72 text-sm">{text}</p>
      <SubmitButton
        variant="secondary"
        intent={isPutAway ? 'bring_back' : 'put_away'}
        pendingLabel="Saving..."
      >
        {isPutAway ? 'Bring my week back' : 'Put my week away'}
      </SubmitButton>
    </form>
  );
}
