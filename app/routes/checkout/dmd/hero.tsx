import { coverSize } from '#app/domain/learning/ebook/cover-size.ts';
import { Price, type PriceCopy } from '#app/routes/frame/price.tsx';
import { SalesIntro } from '#app/routes/frame/sales-intro.tsx';
import { ButtonLink } from '#app/ui/button.tsx';

interface HeroProps {
  copy: { eyebrow: string; headline: string; highlight: string; lead: string; terms: string };
  offer: PriceCopy;
  title: string;
  subtitle: string;
  /** Where the button leads: to the checkout, or to the book that one has. */
  way: { label: string; to: string };
  hasIt: boolean;
}

/** What the book promises, its cover and its price. */
export function DmdHero({ copy, offer, title, subtitle, way, hasIt }: HeroProps) {
  return (
    <section className="overflow-hidden border-b border-line">
      <div className="page grid gap-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-center lg:gap-20 lg:py-24">
        <div className="grid justify-items-start gap-6">
          <SalesIntro copy={copy} />
          {hasIt ? null : <Price copy={offer} />}
          <ButtonLink size="large" to={way.to}>
            {way.label}
          </ButtonLink>
          {hasIt ? null : <p className="text-sm text-muted">{copy.terms}</p>}
        </div>
        <figure className="grid justify-items-center gap-4 lg:justify-items-end">
          <img
            src="/ebook/cover.svg"
            {...coverSize}
            alt={`Cover of ${title}: ${subtitle}`}
            className="h-auto w-full max-w-56 rounded-control shadow-float sm:max-w-80 lg:max-w-96 lg:rotate-2"
          />
        </figure>
      </div>
    </section>
  );
}
