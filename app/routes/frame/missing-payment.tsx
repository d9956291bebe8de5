import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

/** Above the pages of a member of whom a payment is missing: until when they keep what they have, and where to mend it. */
export function MissingPayment({ openUntil }: { openUntil: Date | null }) {
  return (
    <section
      aria-label="Missing payment"
      className="no-print border-b border-danger bg-danger-soft text-danger"
    >
      <div className="page flex flex-wrap items-center justify-between gap-x-3 text-xs sm:gap-x-6 sm:py-1 sm:text-sm">
        <p className="py-1">
          We could not collect your last payment.{' '}
          {openUntil ? (
            <>
              You keep everything until <Day at={openUntil} />.
            </>
          ) : (
            'What it was for is closed to you.'
          )}
        </p>
        <Link
          to="/profile/billing"
          className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
        >
          See to the payment
        </Link>
      </div>
    </section>
  );
}
