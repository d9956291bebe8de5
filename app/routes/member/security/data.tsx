import { z } from 'zod';
import { readOf } from '#app/domain/core/access/reads.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { withdrawDeletion } from '#app/domain/people/personal-data/deletion.server.ts';
import {
  type ExportEntry,
  exportDays,
  listExports,
  requestExport,
} from '#app/domain/people/personal-data/export.server.ts';
import { type Payee, payeeRead } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { LastPayoutWords, OwedAmounts } from '#app/routes/frame/owed-amounts.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/data';

const path = '/profile/security/data';

export async function loader({ context }: Route.LoaderArgs) {
  const { id, deletionDueAt } = context.get(memberContext);
  // What an account that is to be deleted still waits for.
  const [exports, payee] = await Promise.all([
    listExports(id),
    deletionDueAt ? readOf(id, payeeRead()) : null,
  ]);
  return { exports, deletionDueAt, days: exportDays, owed: payee && owedOf(payee) };
}

function owedOf({ account, profile, closing }: Payee) {
  if (account.owedCents <= 0 && account.inPayoutCents === 0) return null;
  const payoutEmail = profile.isEmailVerified && profile.country !== null ? profile.email : null;
  return { account, payoutEmail, isHeld: closing?.endedAt === null && closing.isHeld };
}

const schema = z.object({ intent: z.enum(['export', 'keep']) });

export const action = formAction(async (args: Route.ActionArgs, form) => {
  const { intent } = readAction(form, schema);
  if (intent === 'keep') {
    const isKept = await withdrawDeletion(args.context.get(memberContext));
    return redirectWithFlash(
      path,
      isKept ? 'Good to have you: your account stays.' : 'Your account was not to be deleted.',
    );
  }
  const confirmed = confirmedMember(args);
  await requestExport(confirmed);
  return redirectWithFlash(path, 'We are preparing your data and will email you when it is ready.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Your data')];

export default function YourData({
  loaderData: { exports, deletionDueAt, days, owed },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/security', label: 'Security' }]} current="Your data" />
        <h1>Your data</h1>
      </header>
      <FormErrors id="data-error" errors={actionData?.lastResult?.error?.['']} />
      <Card className="grid gap-4">
        <h2 className="text-xl">A copy of your data</h2>
        <p className="text-muted">
          Everything we hold about you, in one archive of files that other programs can read. It takes about a
          minute. We email you when it is ready, and you can download it for {days} days.
        </p>
        {exports.length > 0 ? (
          <ul className="grid">
            {exports.map((entry) => (
              <Archive key={entry.id} entry={entry} />
            ))}
          </ul>
        ) : null}
        <form method="post">
          <SubmitButton variant="secondary" intent="export" pendingLabel="One moment...">
            Request a copy
          </SubmitButton>
        </form>
      </Card>
      <Card className="grid gap-4">
        <h2 className="text-xl">Delete your account</h2>
        {deletionDueAt ? (
          <>
            <Notice tone="warn">
              Your account will be deleted on <Day at={deletionDueAt} />, or when what you have paid for has
              ended
              {owed ? ' and your last payout has arrived' : ''}, if that is later.
            </Notice>
            {owed ? <Owed {...owed} /> : null}
            <form method="post">
              <SubmitButton intent="keep" pendingLabel="One moment...">
                Keep my account
              </SubmitButton>
            </form>
          </>
        ) : (
          <>
            <p className="text-muted">
              Your subscriptions end and everything that is yours is erased, after two weeks in which you can
              change your mind.
            </p>
            <p>
              <ButtonLink variant="danger" to="/profile/security/delete">
                Delete my account
              </ButtonLink>
            </p>
          </>
        )}
      </Card>
    </div>
  );
}

type OwedProps = NonNullable<Route.ComponentProps['loaderData']['owed']>;

/** What is paid before the account is deleted, and how to give it up. */
function Owed({ account, payoutEmail, isHeld }: OwedProps) {
  const { owedCents, currency } = account;
  return (
    <section aria-labelledby="last-payout" className="grid gap-3">
      <h3 id="last-payout" className="text-base">
        Your last payout
      </h3>
      <OwedAmounts account={account} />
      <div className="text-sm text-muted">
        <LastPayoutWords account={account} payoutEmail={payoutEmail} isHeld={isHeld} />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant={payoutEmail ? 'secondary' : 'primary'} to="/affiliate-centre/payouts">
          {payoutEmail ? 'See your payouts' : 'Say where it goes'}
        </ButtonLink>
        {owedCents > 0 && !isHeld ? (
          <ButtonLink variant="quiet" to="/profile/security/delete/give-up">
            Give up {formatMoney(owedCents, currency)}
          </ButtonLink>
        ) : null}
      </div>
    </section>
  );
}

function Archive({ entry: { id, createdAt, readyAt, expiresAt } }: { entry: ExportEntry }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3">
      <p className="text-sm">
        Requested on <Day at={createdAt} />
        <span className="block text-muted">
          {readyAt ? (
            <>
              Here until <Day at={expiresAt} />
            </>
          ) : (
            'Being made: look again in a minute'
          )}
        </span>
      </p>
      {readyAt ? (
        <ButtonLink variant="secondary" to={`${path}/${id}`} reloadDocument>
          Download
        </ButtonLink>
      ) : null}
    </li>
  );
}
