import { type Quote, Testimonial } from '#app/routes/frame/testimonials.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Dialog, opensDialog } from '#app/ui/dialog.tsx';

const look = `${buttonClass('secondary')} rounded-full shadow-float sm:absolute sm:right-4 sm:bottom-4`;

/**
 * A floating button that opens a window with every review. To stand last in what it floats over: it keeps to the foot of
 * the screen within that alone. On a phone it stands below: it would lie on half of every line, and the bar that joins is there.
 */
interface MoreReviewsProps {
  copy: { title: string; note?: string | undefined };
  quotes: Quote[];
}

export function MoreReviews({ copy, quotes }: MoreReviewsProps) {
  return (
    <div className="sm:sticky sm:bottom-0 sm:z-10 sm:h-0 max-sm:grid max-sm:justify-items-center max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:py-1.5">
      <button type="button" {...opensDialog('all-reviews')} className={`scripts-only ${look}`}>
        See More Reviews
      </button>
      <noscript>
        <a href="#reviews" className={look}>
          See More Reviews
        </a>
      </noscript>
      <Dialog id="all-reviews" title={copy.title}>
        {copy.note ? <p className="pb-4 text-sm text-muted">{copy.note}</p> : null}
        <div className="grid gap-8 py-2 sm:grid-cols-2">
          {quotes.map((quote) => (
            <Testimonial key={quote.trade} quote={quote} />
          ))}
        </div>
      </Dialog>
    </div>
  );
}
