import { data } from 'react-router';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { confirmPayoutAddress, findUnconfirmed } from '#app/domain/programme/payouts/addresses.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/confirm-address';

export async function loader({ params }: Route.LoaderArgs) {
  const found = await findUnconfirmed(params.token);
  return data({ email: found?.email ?? null }, { status: found ? 200 : 410 });
}

// Confirming takes a press of a button, so that a mail scanner that opens every link uses none up.
export async function action({ params }: Route.ActionArgs) {
  try {
    const { email, usableFrom } = await confirmPayoutAddress(params.token);
    // Said for itself: the loader finds the link used by now.
    return data({ email, usableFrom: usableFrom > now() ? usableFrom : null }, { status: 200 });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(null, { status: 410 });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Confirm your payout address'),
  { name: 'referrer', content: 'same-origin' },
];

export default function ConfirmPayoutAddress({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-6 py-10 sm:py-16">
      <Card className="grid gap-4">{content(loaderData.email, actionData)}</Card>
    </div>
  );
}

function content(email: string | null, done: { email: string; usableFrom: Date | null } | null | undefined) {
  if (done)
    return (
      <>
        <h1>Address confirmed</h1>
        <p role="status">
          Your commissions are paid to <strong className="wrap-anywhere">{done.email}</strong>
          {done.usableFrom ? (
            <>
              {' '}
              from <Day at={done.usableFrom} /> on. Until then your old address stays in use.
            </>
          ) : (
            ' from now on.'
          )}
        </p>
      </>
    );
  if (email === null)
    return (
      <>
        <h1>This link no longer works</h1>
        <p>
          It has been used, is more than two days old, or we emailed you a newer one. Sign in to ask for a new
          link.
        </p>
        <p>
          <ButtonLink to="/affiliate-centre/payouts/address">Get a new link</ButtonLink>
        </p>
      </>
    );
  return (
    <>
      <h1>Confirm your payout address</h1>
      <p>
        Your commissions will be paid to the PayPal account <strong className="wrap-anywhere">{email}</strong>
        .
      </p>
      <form method="post">
        <PostedField />
        <SubmitButton pendingLabel="Confirming...">Confirm this address</SubmitButton>
      </form>
    </>
  );
}
