import { renderToStaticMarkup } from 'react-dom/server';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { openUntil } from '#app/domain/billing/past-due.ts';
import { now } from '#app/platform/clock.server.ts';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

const insideClass =
  'page flex flex-wrap items-center justify-between gap-x-3 text-xs sm:gap-x-6 sm:py-1 sm:text-sm';
const actClass = 'inline-flex min-h-9 items-center font-semibold underline underline-offset-4';

const pathOfDeletion = '/profile/security/data';

const isOfPaying = (pathname: string) => pathname === '/checkout' || pathname.startsWith('/profile/billing');

/** What stands above a member's page that they ought to see to, as HTML; mostly nothing. Its code stays on the server. */
export function renderBars(
  { pastDueSince, deletionDueAt, isEmailVerified }: Viewer,
  pathname: string,
): string {
  // On the page that says it at length, once is enough.
  const isMissing = pastDueSince && !isOfPaying(pathname);
  const isLeaving = deletionDueAt && pathname !== '/checkout' && pathname !== pathOfDeletion;
  // Nothing stands between a buyer and the payment.
  const isUnverified = !isEmailVerified && pathname !== '/checkout';
  if (!isMissing && !isLeaving && !isUnverified) return '';
  return renderToStaticMarkup(
    <>
      {isMissing ? <MissingPayment since={pastDueSince} /> : null}
      {isLeaving ? <ToBeDeleted at={deletionDueAt} /> : null}
      {isUnverified ? <VerificationNeeded pathname={pathname} /> : null}
    </>,
  );
}

/** Of whom a payment is missing: until when they keep what they have, and where to mend it. */
function MissingPayment({ since }: { since: Date }) {
  const until = openUntil(since);
  return (
    <section
      aria-label="Missing payment"
      className="no-print border-b border-danger bg-danger-soft text-danger"
    >
      <div className={insideClass}>
        <p className="py-1">
          We could not collect your last payment.{' '}
          {until > now() ? (
            <>
              You keep everything until <Day at={until} />.
            </>
          ) : (
            'What it was for is closed to you.'
          )}
        </p>
        <Link to="/profile/billing" className={actClass}>
          See to the payment
        </Link>
      </div>
    </section>
  );
}

/** Of whom the account is to be deleted: when, and where to think again. */
function ToBeDeleted({ at }: { at: Date }) {
  return (
    <section
      aria-label="Account to be deleted"
      className="no-print border-b border-danger bg-danger-soft text-danger"
    >
      <div className={insideClass}>
        <p className="py-1">
          Your account is to be deleted on <Day at={at} />.
        </p>
        <Link to={pathOfDeletion} className={actClass}>
          Keep my account
        </Link>
      </div>
    </section>
  );
}

function VerificationNeeded({ pathname }: { pathname: string }) {
  return (
    <section
      aria-label="E-mail verification"
      className="no-print border-b border-warn bg-warn-soft text-warn"
    >
      <form method="post" action="/verify-email/resend" className={insideClass}>
        <p className="sm:hidden">Verify your e-mail.</p>
        <p className="max-sm:hidden">Please verify your e-mail address with the link we sent you.</p>
        <input type="hidden" name="redirectTo" value={pathname} />
        <button type="submit" className={`cursor-pointer ${actClass}`}>
          Send the mail again
        </button>
      </form>
    </section>
  );
}
