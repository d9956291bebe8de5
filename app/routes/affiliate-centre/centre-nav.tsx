import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

/** The pages of the affiliate centre, in the order of its navigation. */
const rooms = {
  overview: { to: '/affiliate-centre', label: 'Overview' },
  tools: { to: '/affiliate-centre/tools', label: 'Tools' },
  stats: { to: '/affiliate-centre/stats', label: 'Stats' },
  training: { to: '/affiliate-centre/training', label: 'Training' },
  payouts: { to: '/affiliate-centre/payouts', label: 'Payouts' },
  support: { to: '/affiliate-centre/support', label: 'Support' },
} as const;

/** What somebody keeps who has left the program: their money, to read. */
const formerRooms: ReadonlySet<string> = new Set(['overview', 'payouts'] satisfies (keyof typeof rooms)[]);

type Room = keyof typeof rooms;

/**
 * The way through the affiliate centre; on a phone one row to swipe. `current` is the page shown, or the one above it; who has
 * left the program (`isFormer`) sees what was earned.
 */
export function CentreNav({ current, isFormer = false }: { current: Room; isFormer?: boolean }) {
  const shown = Object.entries(rooms).filter(([room]) => !isFormer || formerRooms.has(room));
  return (
    <nav aria-label="Affiliate center" className="no-print min-w-0 border-b border-line">
      <ul className="swipe-row flex gap-x-1 sm:flex-wrap">
        {shown.map(([room, { to, label }]) => (
          <li key={room} className="shrink-0">
            <Link
              to={to}
              aria-current={room === current ? 'page' : undefined}
              className={classNames(
                '-mb-px inline-flex min-h-11 items-center border-b-2 px-3 text-sm no-underline',
                room === current
                  ? 'border-accent font-semibold text-accent'
                  : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
