import type { Role } from '#app/domain/core/access/viewer.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Link } from '#app/ui/link.tsx';

/** The way out of the program, folded away. */
export function Leave({ role }: { role: Role }) {
  return (
    <section aria-labelledby="leave" className="grid max-w-prose gap-3 border-t border-line pt-6">
      <h2 id="leave" className="text-lg">
        Leave the affiliate program
      </h2>
      <p className="text-muted">
        You stop earning commissions. We pay everything you earned before with a last payout, also below the
        minimum, once nothing is waiting or under review. You can join again at any time.
      </p>
      {role === 'affiliate' ? (
        <Disclosure title="Leave the program">
          <form method="post" className="grid justify-items-start gap-3">
            <p>Your links stop earning at once.</p>
            <SubmitButton intent="leave" variant="danger" pendingLabel="Leaving...">
              Leave the affiliate program
            </SubmitButton>
          </form>
        </Disclosure>
      ) : (
        <p>
          To leave the reseller program,{' '}
          <Link to="/affiliate-centre/support" className="link">
            write to support
          </Link>
          .
        </p>
      )}
    </section>
  );
}
