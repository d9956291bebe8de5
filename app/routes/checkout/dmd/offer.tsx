import { Price, type PriceCopy } from '#app/routes/frame/price.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

interface OfferProps {
  copy: PriceCopy & {
    title: string;
    text: string;
    terms: string;
    member: { text: string; label: string; to: string };
  };
  whatYouGet: { title: string; items: { title: string; text: string }[] };
  /** Where the button leads: to the checkout, or to the book that one has. */
  way: { label: string; to: string };
  hasIt: boolean;
}

/** What one gets, and for how much. */
export function Offer({ copy, whatYouGet, way, hasIt }: OfferProps) {
  return (
    <div className="page grid gap-12 pb-20 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start lg:gap-20 lg:pb-28">
      <section aria-labelledby="what" className="grid gap-6">
        <h2 id="what" className="headline">
          {whatYouGet.title}
        </h2>
        <ul className="border-t border-line-strong">
          {whatYouGet.items.map(({ title, text }) => (
            <li
              key={title}
              className="grid gap-x-6 gap-y-1 border-b border-line py-6 sm:grid-cols-[11rem_minmax(0,1fr)]"
            >
              <h3 className="text-xl">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section
        aria-labelledby="offer"
        className="grid gap-6 rounded-card border border-line bg-surface p-6 shadow-float sm:p-9"
      >
        <h2 id="offer" className="eyebrow font-sans">
          {copy.title}
        </h2>
        {hasIt ? <p>{copy.member.text}</p> : <Price copy={copy} />}
        <ButtonLink size="large" to={way.to}>
          {way.label}
        </ButtonLink>
        {hasIt ? null : (
          <>
            <p>{copy.text}</p>
            <p className="text-sm text-muted">{copy.terms}</p>
            <p className="border-t border-line pt-5 text-sm text-muted">
              {copy.member.text}{' '}
              <Link to={copy.member.to} className="link">
                {copy.member.label}
              </Link>
            </p>
          </>
        )}
      </section>
    </div>
  );
}
