import { redirectDocument } from 'react-router';
import { hasAnyOf } from '#app/domain/core/access/entitlements.server.ts';
import { resellerProgramme } from '#app/domain/core/catalogue/products.ts';
import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { BuyButtons } from '#app/routes/checkout/buy-buttons.tsx';
import { walletOf } from '#app/routes/checkout/product-address.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { offerPage } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Check, Close } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/checkout';

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  return {
    copy: upsellsCopy().resellerCheckout,
    email: viewer.email,
    wallet: walletOf(resellerProgramme),
    isReseller: await hasAnyOf(viewer, ['reseller']),
  };
}

/** Coming from a page of React's, the page is loaded anew: what surrounds it is another frame, whose markup only the server has. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  throw redirectDocument(request.url);
}

export const handle = offerPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? ''),
];

export default function ResellerCheckout({ loaderData }: Route.ComponentProps) {
  const { copy, email, wallet, isReseller } = loaderData;
  return (
    <div className="page grid gap-8 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_27rem] lg:items-start lg:gap-x-14">
      <div className="grid gap-8">
        <header className="grid gap-3">
          <h1>{copy.title}</h1>
          <p className="text-lg text-muted">{copy.lead}</p>
        </header>
        <ul className="grid gap-3">
          {copy.includes.map((item) => (
            <li key={item} className="flex gap-3">
              <Check className="mt-1 text-accent" />
              <span>{item}</span>
            </li>
          ))}
        </ul>
        <section aria-labelledby="excluded" className="grid gap-3">
          <h2 id="excluded" className="text-xl">
            {copy.excludesTitle}
          </h2>
          <ul className="grid gap-3 text-muted">
            {copy.excludes.map((item) => (
              <li key={item} className="flex gap-3">
                <Close className="mt-1" />
                <span>{item}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <Card className="grid gap-5">
        <div className="grid gap-1">
          <h2 className="text-xl">{copy.product}</h2>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <strong className="font-display text-4xl tabular-nums">{copy.price}</strong>
            <span className="text-muted">{copy.interval}</span>
          </p>
        </div>
        {isReseller ? (
          <>
            <p className="font-semibold">{copy.member}</p>
            <ButtonLink to={resellerProgramme.pages.open}>{resellerProgramme.alreadyThere.label}</ButtonLink>
          </>
        ) : (
          <>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-line pt-4 text-sm">
              <dt className="text-muted">Total today</dt>
              <dd className="text-right font-semibold tabular-nums">{copy.price}</dd>
              <dt className="text-muted">After that</dt>
              <dd className="text-right">nothing</dd>
            </dl>
            <p className="text-sm text-muted">Paying as {email}</p>
            <BuyButtons
              action="/create-reseller-session"
              label={copy.buy}
              pendingLabel={copy.pending}
              wallet={wallet}
            />
            <p className="text-sm text-muted">{copy.terms}</p>
            <p className="text-sm">
              <Link to={copy.disclaimer.to} target="_blank" className="link inline-flex min-h-9 items-center">
                {copy.disclaimer.label}
              </Link>
            </p>
            <Link to={copy.trial.to} className="link inline-flex min-h-11 items-center">
              {copy.trial.label}
            </Link>
          </>
        )}
      </Card>
    </div>
  );
}
