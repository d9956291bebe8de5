import { redirect } from 'react-router';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { giveUpOwed, requestDeletion } from '#app/domain/people/personal-data/deletion.server.ts';
import {
  type GiveUpForm,
  giveUpSchema,
  giveUpWords,
} from '#app/domain/people/personal-data/schema.server.ts';
import { accountRead } from '#app/domain/programme/commissions/balance.server.ts';
import { OwedAmounts } from '#app/routes/frame/owed-amounts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/forfeit-commissions';

const dataPath = '/profile/security/data';

export async function loader(args: Route.LoaderArgs) {
  const { userId } = confirmedMember(args);
  const account = await readOf(userId, accountRead());
  const { deletionDueAt } = args.context.get(memberContext);
  const back = deletionDueAt ? dataPath : '/profile/security/delete';
  if (account.owedCents <= 0) throw redirect(back, 303);
  return { account, words: giveUpWords, isDeleting: deletionDueAt !== null, back };
}

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const confirmed = confirmedMember(args);
  const values = parseForm(form, giveUpSchema);
  const { owedCents } = await readOf(confirmed.userId, accountRead());
  if (owedCents !== values.cents)
    throw new Refusal('conflict', 'The amount has changed. Look at it again before you give it up.');
  await requestDeletion(args.context.get(memberContext));
  await giveUpOwed(confirmed, values.cents);
  return redirectWithFlash(dataPath, 'You have given up your commissions. Your account will be deleted.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Give up your commissions')];

export default function GiveUp({ loaderData, actionData }: Route.ComponentProps) {
  const { account, words, isDeleting, back } = loaderData;
  const form = formFields<GiveUpForm>('give-up', actionData);
  const sum = formatMoney(account.owedCents, account.currency);
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/profile/security', label: 'Security' },
            { to: dataPath, label: 'Your data' },
            ...(isDeleting ? [] : [{ to: '/profile/security/delete', label: 'Delete your account' }]),
          ]}
          current={`Give up ${sum}`}
        />
        <h1>Give up {sum}</h1>
      </header>
      <Card className="grid gap-5">
        <p>
          We then owe you nothing, and don&apos;t wait for your last payout before we delete your account. You
          can&apos;t undo this, even if you keep the account.
        </p>
        <OwedAmounts account={account} />
        <form method="post" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('cents').errors} />
          <input type="hidden" name="cents" value={account.owedCents} />
          <TextField
            {...form.field('confirmation')}
            label={`Type ${words} to confirm`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" pendingLabel="One moment...">
              {isDeleting ? `Give up ${sum}` : `Give up ${sum} and delete my account`}
            </SubmitButton>
            <ButtonLink variant="secondary" to={back}>
              Keep the money
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}
