import type { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { classNames } from '#app/ui/class-names.ts';

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
      <ul className="grid gap-1.5 text-sm text-muted">
        {manners.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
