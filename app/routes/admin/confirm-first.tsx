import { withReturnTo } from '#app/routes/http/return-to.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Lock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

/** Stands where forms are that want a fresh confirmation of who asks, and leads through it and back. */
export function ConfirmFirst({ returnTo, what }: { returnTo: string; what: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 text-sm">
      <p className="flex grow items-center gap-2">
        <Lock /> {what} can be changed for a quarter of an hour after you confirm that it is you.
      </p>
      <Link to={withReturnTo('/confirm-identity', returnTo)} className={buttonClass('secondary')}>
        Confirm
      </Link>
    </div>
  );
}
