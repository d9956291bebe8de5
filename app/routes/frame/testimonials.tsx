import type { Testimonials as Copy } from '#app/domain/site/site-copy/claims.server.ts';
import { buttonClass } from '#app/ui/button.tsx';

export type Quote = Copy['shown'][number];

/** What members say; more of it unfolds in place. */
export function Testimonials({ copy }: { copy: Copy }) {
  const [first, ...others] = copy.shown;
  return (
    <section aria-labelledby="reviews" className="border-y border-line bg-surface">
      <div className="page section grid gap-10">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
          <h2 id="reviews" className="eyebrow font-sans">
            {copy.title}
          </h2>
          {copy.proof ? <p className="text-sm text-muted">{copy.proof}</p> : null}
          {copy.note ? <p className="w-full text-sm text-muted">{copy.note}</p> : null}
        </div>
        {first ? (
          <div className="grid gap-10 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-20">
            <Testimonial quote={first} large />
            {others.length > 0 ? (
              <div className="grid content-start gap-8 lg:border-l lg:border-line lg:pl-10">
                {others.map((quote) => (
                  <Testimonial key={quote.trade} quote={quote} />
                ))}
              </div>
            ) : null}
          </div>
        ) : null}
        {copy.more.length > 0 ? (
          <details className="group border-t border-line pt-6">
            <summary className={buttonClass('secondary')}>
              <span className="group-open:hidden">Show More</span>
              <span className="hidden group-open:inline">Show Less</span>
            </summary>
            <div className="grid gap-8 pt-8 md:grid-cols-3">
              {copy.more.map((quote) => (
                <Testimonial key={quote.trade} quote={quote} />
              ))}
            </div>
          </details>
        ) : null}
      </div>
    </section>
  );
}

export function Testimonial({ quote, large = false }: { quote: Quote; large?: boolean }) {
  return (
    <figure className="grid content-start gap-3">
      <blockquote
        className={
          large
            ? 'font-display text-2xl leading-snug text-balance sm:text-3xl lg:text-4xl lg:leading-tight'
            : 'font-display text-xl leading-snug'
        }
      >
        “{quote.quote}”
      </blockquote>
      <figcaption className="text-sm text-muted">{quote.trade}</figcaption>
    </figure>
  );
}
