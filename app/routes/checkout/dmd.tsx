import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { guaranteeDays } from '#app/domain/core/catalogue/guarantee.ts';
import { book } from '#app/domain/learning/ebook/book.server.ts';
import { bookExcerpt } from '#app/domain/learning/ebook/excerpt.server.ts';
import { dmdCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { Fit } from '#app/routes/checkout/dmd/audience.tsx';
import { Chapters } from '#app/routes/checkout/dmd/chapters.tsx';
import { DmdHero } from '#app/routes/checkout/dmd/hero.tsx';
import { Offer } from '#app/routes/checkout/dmd/offer.tsx';
import { DmdPromise } from '#app/routes/checkout/dmd/promise.tsx';
import { Faq } from '#app/routes/frame/faq.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { salesPage } from '#app/routes/http/page-handle.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import type { Route } from './+types/dmd';

export async function loader({ context }: Route.LoaderArgs) {
  const { id, hasMembership } = context.get(memberContext);
  const { title, subtitle, description } = book();
  const { thankYou: _, affiliateOffer: __, ...copy } = dmdCopy();
  const { chapter, heading } = copy.excerpt;
  return {
    copy: { ...copy, excerpt: { ...copy.excerpt, html: bookExcerpt(chapter, heading) } },
    title,
    subtitle,
    description,
    guaranteeDays,
    hasIt: hasMembership || (await isEntitled(id, 'ebook')),
  };
}

export const handle = salesPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? [pageTitle(matches, loaderData.title), { name: 'description', content: loaderData.description }]
    : [];

export default function Dmd({ loaderData: { copy, title, subtitle, ...facts } }: Route.ComponentProps) {
  const { promise, excerpt, guarantee, faq, closing, offer } = copy;
  // Who has the book is led to it, and sold nothing.
  const way = facts.hasIt
    ? { label: offer.member.label, to: offer.member.to }
    : { label: copy.hero.buy, to: copy.hero.buyTo };
  return (
    <>
      <DmdHero copy={copy.hero} offer={offer} title={title} subtitle={subtitle} way={way} {...facts} />
      <DmdPromise copy={promise} excerpt={excerpt} />
      <Chapters copy={copy.chapters} />
      <Fit forWhom={copy.forWhom} notFor={copy.notFor} />
      <Offer copy={offer} whatYouGet={copy.whatYouGet} way={way} hasIt={facts.hasIt} />
      <section aria-labelledby="guarantee" className="border-y border-line bg-accent-soft">
        <div className="page section grid gap-8 lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center lg:gap-20">
          <p
            aria-hidden="true"
            className="font-display text-[8rem] leading-none font-medium text-accent tabular-nums sm:text-[12rem]"
          >
            {facts.guaranteeDays}
          </p>
          <div className="grid max-w-2xl justify-items-start gap-4">
            <h2 id="guarantee" className="headline">
              {guarantee.title}
            </h2>
            <p className="text-lg">{guarantee.text}</p>
            <ButtonLink variant="secondary" to={guarantee.to}>
              {guarantee.label}
            </ButtonLink>
          </div>
        </div>
      </section>
      <section
        aria-labelledby="faq"
        className="page section grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-16"
      >
        <h2 id="faq">{faq.title}</h2>
        <Faq group="dmd" questions={faq.questions} />
      </section>
      <section aria-labelledby="closing" className="border-t border-line bg-surface">
        <div className="page section grid justify-items-start gap-8 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end">
          <div className="grid gap-4">
            <h2 id="closing" className="display">
              {closing.title}
            </h2>
            <p className="text-xl text-muted">{closing.text}</p>
          </div>
          <ButtonLink size="large" to={way.to}>
            {way.label}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}
