import type { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Day } from '#app/ui/day.tsx';
import { Notice } from '#app/ui/notice.tsx';

type Copy = Pick<ReturnType<typeof communityCopy>, 'manners'>;

/** How one is to be with others here. */
export function Manners({ copy: { manners }, className }: { copy: Copy; className?: string }) {
  return (
    <section
      aria-labelledby="manners"
      className={classNames('grid gap-2 rounded-card bg-sunken p-4', className)}
    >
      <h2 id="manners" className="font-sans text-sm font-semibold">
        {manners.title}
      </h2>
      <ul className="grid list-disc gap-1.5 pl-4 text-sm text-muted marker:text-accent">
        {manners.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** What keeps somebody from posting, or from posting links, as far as that is known before they write. */
export function PostingConditions({
  isVerified,
  newcomersUntil,
}: {
  isVerified: boolean;
  /** From when on they may post links to other sites; null where they may. */
  newcomersUntil: Date | null;
}) {
  return (
    <>
      {isVerified ? null : (
        <Notice tone="warn">Verify your email address to post. We sent you a link.</Notice>
      )}
      {newcomersUntil ? (
        <p className="text-sm text-muted">
          Your account is new. You can post links to other sites from <Day at={newcomersUntil} /> on; links to
          pages of this site work now.
        </p>
      ) : null}
    </>
  );
}
