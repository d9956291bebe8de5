import { memberContext } from '#app/routes/context.server.ts';
import { LookAgain } from '#app/routes/look-again.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Check, Clock } from '#app/ui/icon.tsx';
import type { Route } from './+types/thank-you';

/** The membership is active once the provider's own confirmation has come, which usually takes seconds. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { hasMembership } = context.get(memberContext);
  return { hasMembership, hasFailed: url.searchParams.get('redirect_status') === 'failed' && !hasMembership };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.hasFailed ? 'The payment did not go through' : 'Thank You!' },
];

export default function ThankYou({ loaderData: { hasMembership, hasFailed } }: Route.ComponentProps) {
  if (hasFailed) return <Failed />;
  return (
    <div className="page page-narrow grid gap-6 py-12 sm:py-16">
      <h1>Thank You!</h1>
      {hasMembership ? <Active /> : <Waiting />}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        <ButtonLink variant="secondary" to="/" reloadDocument>
          Back to Home
        </ButtonLink>
      </div>
    </div>
  );
}

function Active() {
  return (
    <Card className="grid gap-2">
      <p className="flex items-center gap-2 font-display text-xl text-good">
        <Check /> Your membership is active
      </p>
      <p className="text-muted">Everything is open to you now. We have sent you a mail with the details.</p>
    </Card>
  );
}

function Waiting() {
  return (
    <Card className="grid justify-items-start gap-2">
      <p role="status" className="flex items-center gap-2 font-display text-xl">
        <Clock /> We are waiting for the payment to be confirmed
      </p>
      <p className="text-muted">
        This usually takes a few seconds. You need not pay again: nothing is lost if you leave this page.
      </p>
      <LookAgain to="/thank-you" />
    </Card>
  );
}

function Failed() {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-12 sm:py-16">
      <h1>The payment did not go through</h1>
      <p className="text-muted">
        Your bank did not confirm it, and you have not been charged. Please try again, perhaps with another
        card.
      </p>
      <ButtonLink to="/checkout">Back to the checkout</ButtonLink>
    </div>
  );
}
