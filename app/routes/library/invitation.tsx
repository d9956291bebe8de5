import { guaranteeSentence } from '#app/domain/core/catalogue/guarantee.ts';
import { membership } from '#app/domain/core/catalogue/products.ts';
import { JoinButton } from '#app/routes/frame/join-button.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { Link } from '#app/ui/link.tsx';

interface InvitationProps {
  way: WayIn;
  counts: { courses: string; guides: string; playbooks: string };
}

/** Stands after a text that is open to everyone, for a reader without a membership: what else there is. */
export function Invitation({ way, counts }: InvitationProps) {
  return (
    <section aria-labelledby="more" className="no-print grid gap-4 rounded-card bg-accent-soft p-6 sm:p-8">
      <h2 id="more" className="text-2xl">
        One of {counts.playbooks} playbooks
      </h2>
      <p>
        Members have them all, with {counts.courses} courses and {counts.guides} guides, for {way.price} a{' '}
        {membership.interval}.{guaranteeSentence}
      </p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <JoinButton way={way} />
        <Link to="/pricing" className="link inline-flex min-h-11 items-center">
          See what is included
        </Link>
      </p>
    </section>
  );
}
