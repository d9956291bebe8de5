import { renderToStaticMarkup } from 'react-dom/server';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { openUntil } from '#app/domain/selling/billing/past-due.ts';
import { now } from '#app/platform/clock.server.ts';
import { isAtOrBelow, isOneOf } from '#app/routes/http/route-pattern.ts';
import { Day } from '#app/ui/day.tsx';
import { Link } from '#app/ui/link.tsx';

const insideClass =
  'page flex flex-wrap items-center justify-between gap-x-3 text-xs sm:gap-x-6 sm:py-1 sm:text-sm';
const actClass = 'inline-flex min-h-9 items-center font-semibold underline underline-offset-4';

const pathOfDeletion = '/profile/security/data';

/** What stands above a member's page that they ought to see to, as HTML; mostly nothing. Its code stays on the server. */
export function renderBars(viewer: Viewer, { pattern, path }: { pattern: string; path: string }): string {
  const { pastDueSince, pausedUntil, deletionDueAt, isEmailVerified } = viewer;
  // Nothing stands between a buyer and the payment.
  if (isOneOf(pattern, ['checkout'])) return '';
  // On the page that says it at length, once is enough.
  const isMissing = pastDueSince && !isAtOrBelow(pattern, ['profile/billing']);
  // Not read before it is needed: it may be unknown (P359).
  const isPaused = pausedUntil && !viewer.hasMembership && !isAtOrBelow(pattern, ['profile/billing']);
  const isLeaving = deletionDueAt && !isOneOf(pattern, ['profile/security/data']);
  if (!isMissing && !isPaused && !isLeaving && isEmailVerified) return '';
  return renderToStaticMarkup(
    <>
      {isMissing ? <MissingPayment since={pastDueSince} /> : null}
      {isPaused ? <PausedMembership until={pausedUntil} /> : null}
      {isLeaving ? <ToBeDeleted at={deletionDueAt} /> : null}
      {isEmailVerified ? null : <VerificationNeeded path={path} />}
    </>,
  );
}

interface UrgentBarProps {
  label: string;
  to: string;
  act: string;
  children: React.ReactNode;
}

/** Words that cannot wait, and where to see to it. */
function UrgentBar({ label, to, act, children }: UrgentBarProps) {
  return (
    <section aria-label={label} className="no-print border-b border-danger bg-danger-soft text-danger">
      <div className={insideClass}>
        <p className="py-1">{children}</p>
        <Link to={to} className={actClass}>
          {act}
        </Link>
      </div>
    </section>
  );
}

/** Of whom a payment is missing: until when they keep what they have, and where to mend it. */
function MissingPayment({ since }: { since: Date }) {
  const until = openUntil(since);
  return (
    <UrgentBar label="Missing payment" to="/profile/billing" act="Fix the payment">
      We could not collect your last payment.{' '}
      {until > now() ? (
        <>
          You keep everything until <Day at={until} />.
        </>
      ) : (
        'You no longer have access to what it was for.'
      )}
    </UrgentBar>
  );
}

/** Whose membership is paused: until when, and where it is resumed. */
function PausedMembership({ until }: { until: Date }) {
  return (
    <section aria-label="Paused membership" className="no-print border-b border-warn bg-warn-soft text-warn">
      <div className={insideClass}>
        <p className="py-1">
          Your membership is paused until <Day at={until} />, and lessons are closed.
        </p>
        <Link to="/profile/billing" className={actClass}>
          Resume it
        </Link>
      </div>
    </section>
  );
}

/** Of whom the account is to be deleted: when, and where to think again. */
function ToBeDeleted({ at }: { at: Date }) {
  return (
    <UrgentBar label="Account to be deleted" to={pathOfDeletion} act="Keep my account">
      {at > now() ? (
        <>
          Your account will be deleted on <Day at={at} /> at the earliest.
        </>
      ) : (
        'Your account will be deleted once what you paid for has ended and we have paid what we owe you.'
      )}
    </UrgentBar>
  );
}

function VerificationNeeded({ path }: { path: string }) {
  return (
    <section aria-label="Email verification" className="no-print border-b border-warn bg-warn-soft text-warn">
      <form method="post" action="/verify-email/resend" className={insideClass}>
        <p className="sm:hidden">Verify your email.</p>
        <p className="max-sm:hidden">Please verify your email address with the link we sent you.</p>
        <input type="hidden" name="redirectTo" value={path} />
        <button type="submit" className={`cursor-pointer ${actClass}`}>
          Send the email again
        </button>
      </form>
    </section>
  );
}
