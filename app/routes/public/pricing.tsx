import { inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { formatMoney, membership, membershipPriceText } from '#app/domain/core/catalogue/products.ts';
import { yearlyPriceOf } from '#app/domain/selling/billing/interval-switch.server.ts';
import { pricingCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { Claim } from '#app/routes/frame/claim.tsx';
import { Faq } from '#app/routes/frame/faq.tsx';
import { WithJoinBar } from '#app/routes/frame/join-bar.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { currencyChoices } from '#app/routes/frame/sales/currency-choices.ts';
import { CurrencyLinks } from '#app/routes/frame/sales/currency-links.tsx';
import { ownMembership } from '#app/routes/frame/sales/own-membership.ts';
import { FaqData } from '#app/routes/frame/structured-data.tsx';
import { currencyContext, viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ArrowRight, Check, Close } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/pricing';

export const handle = indexed;
export const headers = sharedPage;

export function loader({ url, context }: Route.LoaderArgs) {
  const monthly = inCurrency(membership, context.get(currencyContext)) ?? membership;
  const yearly = yearlyPriceOf(membership.key, monthly.currency);
  const copy = pricingCopy();
  const price = formatMoney(monthly.amountCents, monthly.currency);
  return {
    // The words of the button name the price in the base currency.
    copy: { ...copy, join: copy.join.replaceAll(membershipPriceText(), price) },
    price,
    checkout: monthly.pages.checkout,
    own: ownMembership(context.get(viewerContext)),
    currencies: currencyChoices(url, [membership], monthly.currency),
    yearly: yearly && {
      price: formatMoney(yearly.amountCents, yearly.currency),
      checkout: yearly.pages.checkout,
    },
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/pricing', title: 'Pricing', description: loaderData?.copy.lead });

export default function Pricing({
  loaderData: { copy, price, checkout, own, currencies, yearly },
}: Route.ComponentProps) {
  return (
    <>
      <div className="page grid gap-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:gap-20 lg:py-24">
        <header className="grid content-start gap-5">
          <h1 className="display">{copy.title}</h1>
          <p className="max-w-lg text-xl text-muted">{copy.lead}</p>
          <p>
            <Link to="/demo" className="link inline-flex min-h-11 items-center gap-2">
              {copy.demo} <ArrowRight className="size-4" />
            </Link>
          </p>
        </header>
        <section
          aria-label={copy.planName}
          className="grid content-start gap-6 rounded-card border border-line bg-surface p-5 shadow-float sm:p-9"
        >
          <p className="eyebrow">{copy.planName}</p>
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-display text-[4rem] leading-none font-medium sm:text-[6.5rem]">
              {price}
            </span>
            <span className="text-lg text-muted">{copy.interval}</span>
          </p>
          {own ? (
            <>
              <p className="flex items-center gap-2 text-lg font-semibold">
                <Check className="text-accent" /> {own.text}
              </p>
              <ButtonLink size="large" to={own.to}>
                {own.label}
              </ButtonLink>
              <Link
                to="/profile/billing"
                className="link inline-flex min-h-11 items-center justify-self-start"
              >
                See your payments and next charge
              </Link>
            </>
          ) : (
            <>
              {currencies.length > 0 ? <CurrencyLinks choices={currencies} /> : null}
              <ButtonLink size="large" to={checkout}>
                {copy.join}
              </ButtonLink>
              {yearly ? (
                <p>
                  <Link to={yearly.checkout} className="link inline-flex min-h-11 items-center">
                    Or pay {yearly.price} a year
                  </Link>
                </p>
              ) : null}
              <p className="text-sm text-muted">{copy.terms}</p>
            </>
          )}
          <p className="border-t border-line pt-3">
            <Link to="/gift" className="link inline-flex min-h-11 items-center">
              Give a membership to someone
            </Link>
          </p>
        </section>
      </div>
      <WithJoinBar price={price} to={own ? null : checkout}>
        <section aria-label="Included" className="border-y border-line bg-surface">
          <ul className="page grid gap-x-12 py-6 sm:grid-cols-2 sm:py-10 lg:gap-x-20">
            {copy.included.map((item) => (
              <li
                key={item.title}
                className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4 border-line py-7 not-last:border-b sm:nth-last-2:border-b-0"
              >
                <span className="font-display text-5xl leading-none font-medium text-accent tabular-nums">
                  {item.amount}
                </span>
                <div className="grid content-start gap-1">
                  <h2 className="text-xl">{item.title}</h2>
                  <p className="text-muted">
                    {item.text} {item.listValue ? <Claim claim={item.listValue} /> : null}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <div className="page section grid gap-14 lg:grid-cols-2 lg:gap-20">
          <section aria-labelledby="guarantee" className="grid content-start gap-4">
            <h2 id="guarantee">
              <span className="marker">{copy.guarantee.title}</span>
            </h2>
            <p className="text-lg">{copy.guarantee.text}</p>
          </section>
          <section aria-labelledby="not" className="grid content-start gap-4">
            <h2 id="not">{copy.notIncluded.title}</h2>
            <ul className="grid gap-3">
              {copy.notIncluded.items.map((item) => (
                <li key={item} className="flex gap-3 text-muted">
                  <Close className="mt-1" />
                  <span>{item}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <section
          aria-labelledby="faq"
          className="page grid gap-8 pb-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16"
        >
          <h2 id="faq">{copy.faq.title}</h2>
          <Faq group="pricing" questions={copy.faq.questions} />
          <FaqData questions={copy.faq.questions} />
        </section>
        <section aria-labelledby="join" className="border-t border-line bg-accent-soft">
          <div className="page grid justify-items-start gap-8 py-14 sm:py-20 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
            <div className="grid gap-3">
              <h2 id="join" className="headline">
                {copy.closing.title}
              </h2>
              <p className="text-lg">{copy.closing.text}</p>
            </div>
            <ButtonLink size="large" to={own?.to ?? checkout}>
              {own?.label ?? copy.join}
            </ButtonLink>
          </div>
        </section>
      </WithJoinBar>
    </>
  );
}
