import { Link } from 'react-router';
import { membership } from '#app/domain/catalogue/products.ts';
import { confirmPurchase } from '#app/domain/payment-events/confirm.server.ts';
import { upsellsCopy } from '#app/domain/site-copy/funnels.server.ts';
import { LookAgain } from '#app/routes/frame/look-again.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Check, Clock } from '#app/ui/icon.tsx';
import type { Route } from './+types/thank-you';

/**
 * The membership is active once the provider's own confirmation has come, which usually takes seconds; where it has not, the provider
 * is asked.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const hasMembership = viewer.hasMembership || (await confirmPurchase(viewer, membership));
  const copy = upsellsCopy().thankYou;
  return {
    copy,
    hasMembership,
    hasFailed: url.searchParams.get('redirect_status') === 'failed' && !hasMembership,
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.hasFailed ? loaderData.copy.failed.title : loaderData?.copy.title },
];

type Copy = Route.ComponentProps['loaderData']['copy'];

export default function ThankYou({ loaderData: { copy, hasMembership, hasFailed } }: Route.ComponentProps) {
  if (hasFailed) return <Failed {...copy.failed} />;
  return (
    <div className="page page-narrow grid gap-6 py-12 sm:py-16">
      <h1>{copy.title}</h1>
      {hasMembership ? <Active {...copy} /> : <Waiting {...copy.waiting} />}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={copy.dashboard.to}>{copy.dashboard.label}</ButtonLink>
        <ButtonLink variant="secondary" to={copy.home.to} reloadDocument>
          {copy.home.label}
        </ButtonLink>
      </div>
    </div>
  );
}

function Active({ active, next }: Copy) {
  return (
    <>
      <Card className="grid gap-2">
        <p className="flex items-start gap-2 font-display text-xl leading-snug text-good">
          <Check className="mt-1" /> {active.title}
        </p>
        <p className="text-muted">{active.text}</p>
      </Card>
      <Card className="grid justify-items-start gap-2">
        <h2 className="text-xl">{next.title}</h2>
        <p className="text-muted">{next.text}</p>
        <Link to={next.to} className="link inline-flex min-h-11 items-center">
          {next.label}
        </Link>
      </Card>
    </>
  );
}

function Waiting({ title, text, again }: Copy['waiting']) {
  return (
    <Card className="grid justify-items-start gap-2">
      <p role="status" className="flex items-start gap-2 font-display text-xl leading-snug">
        <Clock className="mt-1" /> {title}
      </p>
      <p className="text-muted">{text}</p>
      <LookAgain to="/thank-you" label={again} />
    </Card>
  );
}

function Failed({ title, text, label, to }: Copy['failed']) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-12 sm:py-16">
      <h1>{title}</h1>
      <p className="text-muted">{text}</p>
      <ButtonLink to={to}>{label}</ButtonLink>
    </div>
  );
}
