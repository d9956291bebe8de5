import { currencyParam } from '#app/domain/core/catalogue/currencies.ts';
import { giftGuaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import { findShownOffers } from '#app/domain/selling/gifts/offers.server.ts';
import { dayRule, endRule, memberRule, offerOf } from '#app/routes/checkout/gifts/gift-words.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { currencyChoices } from '#app/routes/frame/sales/currency-choices.ts';
import { CurrencyLinks } from '#app/routes/frame/sales/currency-links.tsx';
import { currencyContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/offers';

export const handle = { ...indexed, sells: true };
export const headers = sharedPage;

export function loader({ url, context }: Route.LoaderArgs) {
  const { offers, currency, onSale } = findShownOffers(context.get(currencyContext));
  const currencies = currencyChoices(url, onSale, currency);
  return {
    offers: offers.map(offerOf),
    currencies,
    /** Named where there is a choice. */
    query: currencies.length > 0 ? `&${currencyParam}=${currency}` : '',
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  publicHead(matches, {
    path: '/gift',
    title: 'Give a membership',
    description: 'Give somebody the whole library: by email on a day you choose, or on a card you print.',
  });

const steps = [
  ['Choose', 'Pick how long it lasts and the day it arrives. You pay once.'],
  ['Give', 'We email it to them, or you print a card with a code. A code never expires.'],
  ['Redeem', 'They open the gift, sign in or create an account, and everything is open. No card needed.'],
] as const;

export default function Offers({ loaderData: { offers, currencies, query } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] lg:items-start lg:gap-20">
      <header className="grid content-start gap-5">
        <h1 className="display">Give a membership</h1>
        <p className="max-w-lg text-xl text-muted">
          Every course, guide and playbook, for somebody who wants to learn. By email on a day you choose, or
          on a card you print.
        </p>
        <p>
          <Link to="/redeem" className="link inline-flex min-h-11 items-center">
            Have a code? Redeem it
          </Link>
        </p>
      </header>
      <section
        aria-labelledby="offers"
        className="grid content-start gap-5 rounded-card border border-line bg-surface p-5 shadow-float sm:p-8 lg:row-span-2"
      >
        <h2 id="offers" className="text-xl">
          {offers.length > 0 ? 'How long should it last?' : 'Not on sale now'}
        </h2>
        {offers.length > 0 ? (
          <>
            {currencies.length > 0 ? <CurrencyLinks choices={currencies} /> : null}
            <ul className="grid gap-3">
              {offers.map(({ key, length, price }) => (
                <li key={key}>
                  <ButtonLink
                    variant="secondary"
                    to={`/gifts/new?option=${key}${query}`}
                    className="w-full justify-between!"
                  >
                    <span>Give {length}</span> <strong>{price}</strong>
                  </ButtonLink>
                </li>
              ))}
            </ul>
            <p className="text-sm text-muted">
              One payment, plus tax where it applies. You need a free account, so that you can print the card
              again and see whether the gift was redeemed.
            </p>
            <p className="text-sm text-muted">{giftGuaranteeSentence}</p>
          </>
        ) : (
          <p className="text-muted">Gifts cannot be bought at the moment. Codes can still be redeemed.</p>
        )}
      </section>
      <section aria-labelledby="how" className="grid content-start gap-5">
        <h2 id="how">How it works</h2>
        <ol className="grid gap-4">
          {steps.map(([title, text]) => (
            <li key={title} className="grid gap-1 border-t border-line pt-4">
              <h3 className="text-lg">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="know" className="grid content-start gap-5 lg:col-span-2">
        <h2 id="know">Good to know</h2>
        <ul className="grid list-disc gap-x-20 gap-y-3 pl-5 text-muted marker:text-accent lg:grid-cols-2">
          <li>{dayRule}</li>
          <li>
            The email has the code and none of your words. Your name and your message are shown when the gift
            is opened, and on the card.
          </li>
          <li>{memberRule}</li>
          <li>{endRule}</li>
        </ul>
      </section>
    </div>
  );
}
