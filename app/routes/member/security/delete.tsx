import { redirect } from 'react-router';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import {
  deletionDays,
  deletionWord,
  requestDeletion,
} from '#app/domain/people/personal-data/deletion.server.ts';
import { type DeletionForm, deletionSchema } from '#app/domain/people/personal-data/schema.server.ts';
import type { CommissionAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { payeeRead } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { LastPayoutWords, OwedAmounts } from '#app/routes/frame/owed-amounts.tsx';
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
import type { Route } from './+types/delete';

export async function loader(args: Route.LoaderArgs) {
  const { userId } = confirmedMember(args);
  // Who has asked already is shown by when, and how to keep the account.
  if (args.context.get(memberContext).deletionDueAt) throw redirect('/profile/security/data', 303);
  const { account, profile } = await readOf(userId, payeeRead());
  const isPayable = profile.isEmailVerified && profile.country !== null;
  return {
    days: deletionDays,
    word: deletionWord,
    account,
    payoutEmail: isPayable ? profile.email : null,
  };
}

export const action = formAction(async (args: Route.ActionArgs, form) => {
  confirmedMember(args);
  // Money is given up on a page of its own, which asks once more.
  if (form.get('money') === 'give_up') throw redirect('/profile/security/delete/give-up', 303);
  parseForm(form, deletionSchema);
  await requestDeletion(args.context.get(memberContext));
  return redirectWithFlash(
    '/profile/security/data',
    'Your account will be deleted. We have sent you an email.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Delete your account')];

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { days, word, account, payoutEmail } = loaderData;
  const form = formFields<DeletionForm>('delete-account', actionData);
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/profile/security', label: 'Security' },
            { to: '/profile/security/data', label: 'Your data' },
          ]}
          current="Delete your account"
        />
        <h1>Delete your account</h1>
      </header>
      <Card className="grid gap-6">
        <ol className="grid list-decimal gap-3 pl-5 marker:text-muted">
          <li>Your subscriptions are canceled at once. You keep what you have paid for until it ends.</li>
          <li>
            You can still keep your account for {days} days, or until what you have paid for has ended and we
            have paid what we owe you, if that is later.
          </li>
          <li>
            After that we erase everything that identifies you: your profile, your progress, your messages.
            This cannot be undone, and your affiliate link stops working.
          </li>
          <li>
            Payments, commissions and payouts stay in our records without your name, and receipts stay as they
            were issued. The law requires both.
          </li>
        </ol>
        <form method="post" noValidate id={form.id} className="grid gap-5 border-t border-line pt-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <Owed account={account} payoutEmail={payoutEmail} />
          <TextField
            {...form.field('confirmation')}
            label={`Type ${word} to confirm`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="danger" pendingLabel="One moment...">
              Delete my account
            </SubmitButton>
            <ButtonLink variant="secondary" to="/profile/security/data">
              Keep my account
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}

/** What an affiliate is owed, and what becomes of it; nothing for everybody else. */
function Owed({ account, payoutEmail }: { account: CommissionAccount; payoutEmail: string | null }) {
  const { owedCents, inPayoutCents, currency } = account;
  if (owedCents < 0)
    return (
      <p className="text-sm text-muted">
        Your commission balance is {formatMoney(-owedCents, currency)} below zero. We don&apos;t ask you to
        pay it.
      </p>
    );
  if (owedCents === 0 && inPayoutCents === 0) return null;
  return (
    <fieldset className="grid gap-3 border-b border-line pb-5">
      <legend className="font-semibold">We owe you commissions</legend>
      <OwedAmounts account={account} />
      <div className="text-sm text-muted">
        <LastPayoutWords account={account} payoutEmail={payoutEmail} />
        <p>Your account is deleted after that.</p>
      </div>
      {owedCents > 0 ? (
        <div className="grid gap-1">
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="money"
              value="payout"
              defaultChecked
              className="size-5 shrink-0 accent-accent"
            />
            Request my last payout
          </label>
          <label className="flex min-h-11 items-center gap-3">
            <input type="radio" name="money" value="give_up" className="size-5 shrink-0 accent-accent" />
            Give up {formatMoney(owedCents, currency)}. We ask you once more.
          </label>
        </div>
      ) : null}
    </fieldset>
  );
}
