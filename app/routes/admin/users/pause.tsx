import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import {
  findPausableUser,
  type PauseForUserForm,
  pauseForUser,
  pauseForUserSchema,
  type ResumeForUserForm,
  resumeForUser,
  resumeForUserSchema,
} from '#app/domain/selling/pausing/pausing-for-user.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { monthsText } from '#app/routes/frame/months-text.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readAction } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { RadioGroup } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/pause';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

export async function loader({ params }: Route.LoaderArgs) {
  const user = await findPausableUser(params.userId);
  if (!user) throw notFound('There is no such user', { to: '/admin/users', label: 'All users' });
  const { id, name, paused, chance } = user;
  return { user: { id, name: name || 'No name' }, paused, chance, formKey: randomUUID() };
}

const resumedWords = {
  withdrawn: 'The pause is off. We emailed the member.',
  paid: 'The payment has gone through, and the membership is open again. We emailed the member.',
  pending: 'The membership is open again, and its payment is being confirmed. We emailed the member.',
  unchanged: 'The membership is not paused.',
} as const;

export const action = formAction(async ({ params: { userId }, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const path = `/admin/users/${userId}`;
  const { intent } = readAction(form, z.looseObject({ intent: z.enum(['pause', 'resume']) }));
  if (intent === 'resume')
    return redirectWithFlash(
      path,
      resumedWords[await resumeForUser(actor, userId, parseForm(form, resumeForUserSchema))],
    );
  const isNew = await pauseForUser(actor, userId, parseForm(form, pauseForUserSchema));
  return redirectWithFlash(
    path,
    isNew ? 'The membership will be paused. We emailed the member.' : 'It is paused already, or about to be.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Pause a membership')];

export default function Pause({
  loaderData: { user, paused, chance, formKey },
  actionData,
}: Route.ComponentProps) {
  const path = `/admin/users/${user.id}`;
  const form = formFields<PauseForUserForm & ResumeForUserForm>('pause', actionData);
  const title = paused ? 'Resume the membership of' : 'Pause the membership of';
  return (
    <div className="grid max-w-2xl gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: path, label: user.name },
        ]}
        current={paused ? 'Resume a membership' : 'Pause a membership'}
      />
      <PageHeading
        title={
          <>
            {title} <bdi>{user.name}</bdi>
          </>
        }
      >
        As if they did it themselves: they are told by email.
      </PageHeading>
      <Card className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        {paused ? <Paused paused={paused} form={form} path={path} formKey={formKey} /> : null}
        {chance?.kind === 'offered' ? (
          <Offered plan={chance.plan} form={form} path={path} formKey={formKey} />
        ) : null}
        {chance && chance.kind !== 'offered' ? (
          <>
            <p>
              {chance.kind === 'none'
                ? 'There is no membership to pause.'
                : `It cannot be paused now. The member reads: “${chance.text}”`}
            </p>
            <p>
              <ButtonLink variant="secondary" to={path}>
                Back to the user
              </ButtonLink>
            </p>
          </>
        ) : null}
      </Card>
    </div>
  );
}

type Data = Route.ComponentProps['loaderData'];
type Form = ReturnType<typeof formFields<PauseForUserForm & ResumeForUserForm>>;

function Offered({
  plan,
  form,
  path,
  formKey,
}: {
  plan: Extract<Data['chance'], { kind: 'offered' }>['plan'];
  form: Form;
  path: string;
  formKey: string;
}) {
  return (
    <form method="post" noValidate id={form.id} className="grid gap-5">
      <p>
        Everything stays open to them until <Day at={plan.from} />. Then nothing is charged until the pause is
        over, and {formatMoney(plan.amountCents, plan.currency)} is taken on that day.
      </p>
      <input type="hidden" name="from" value={Math.floor(plan.from.getTime() / 1000)} />
      <RadioGroup
        {...form.field('months')}
        label="For how long?"
        options={plan.options.map((option) => ({
          value: String(option.months),
          label: (
            <>
              {monthsText(option.months)}, until <Day at={option.until} />
            </>
          ),
        }))}
      />
      <input type="hidden" name="key" value={formKey} />
      <ReasonField {...form.field('reason')} required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="pause" pendingLabel="Pausing...">
          Pause it
        </SubmitButton>
        <ButtonLink variant="secondary" to={path}>
          Back to the user
        </ButtonLink>
      </div>
    </form>
  );
}

function Paused({
  paused,
  form,
  path,
  formKey,
}: {
  paused: NonNullable<Data['paused']>;
  form: Form;
  path: string;
  formKey: string;
}) {
  const dueCents = paused.kind === 'paused' ? paused.dueNowCents : null;
  const amount = formatMoney(dueCents ?? 0, paused.nextPayment.currency);
  return (
    <form method="post" noValidate id={form.id} className="grid gap-5">
      <p>
        {paused.kind === 'paused' ? (
          <>
            It is paused until <Day at={paused.until} />. Resumed now, {amount} is taken from their card at
            once, and a month begins. If the card is refused, it stays paused.
          </>
        ) : (
          <>
            It is to be paused from <Day at={paused.from} /> until <Day at={paused.until} />. Taking the pause
            off charges nothing now.
          </>
        )}
      </p>
      {dueCents === null ? null : <input type="hidden" name="due" value={dueCents} />}
      <input type="hidden" name="key" value={formKey} />
      <ReasonField {...form.field('reason')} required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton intent="resume" pendingLabel="Resuming...">
          {dueCents === null ? 'Take the pause off' : `Resume it and charge ${amount}`}
        </SubmitButton>
        <ButtonLink variant="secondary" to={path}>
          Back to the user
        </ButtonLink>
      </div>
    </form>
  );
}
