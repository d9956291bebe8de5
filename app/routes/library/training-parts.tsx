import type { PieceStanding, Sort } from '#app/domain/learning/reading/shelves.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';
import { LinkMenu } from '#app/ui/link-menu.tsx';

const standingNames: Record<PieceStanding, string> = {
  new: 'Not begun',
  begun: 'Begun',
  read: 'Read',
  saved: 'Saved',
};

const sortNames: Record<Sort, string> = { topic: 'By topic', title: 'A to Z', short: 'Shortest first' };

type Change = { show?: PieceStanding | undefined; sort?: Sort | undefined };

/** How many pieces there are, and two menus of links: what of one's own is shown, and in which order. */
export function ShelfControls({
  count,
  standing,
  sort,
  hrefOf,
}: {
  count: number;
  standing: PieceStanding | null;
  sort: Sort;
  hrefOf(change: Change): string;
}) {
  const shown = [null, 'new', 'begun', 'read', 'saved'] as const;
  return (
    <div className="no-print flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <p className="text-muted tabular-nums">{count === 1 ? '1 piece' : `${count} pieces`}</p>
      <div className="-mr-3 flex flex-wrap">
        <LinkMenu
          label="Show"
          opensRight
          links={shown.map((value) => ({
            label: value === null ? 'Everything' : standingNames[value],
            to: hrefOf({ show: value ?? undefined }),
            isCurrent: value === standing,
          }))}
        />
        <LinkMenu
          label="Sort"
          links={(['topic', 'title', 'short'] as const).map((value) => ({
            label: sortNames[value],
            to: hrefOf({ sort: value === 'topic' ? undefined : value }),
            isCurrent: value === sort,
          }))}
        />
      </div>
    </div>
  );
}

/** Stands where nothing is saved yet. */
export function NothingSaved() {
  return (
    <EmptyState title="Nothing saved yet">
      <p className="max-w-prose">
        Press Save above a lesson, guide, playbook, series or letter, or write a note below it. It waits for
        you here, on any device.
      </p>
      <ButtonLink variant="secondary" to="/training">
        Look at the guides
      </ButtonLink>
    </EmptyState>
  );
}

/** Above the letters: that they also come by mail. */
export function LettersIntro() {
  return (
    <p className="text-muted">
      One letter a month for a year, each with a single job to do. Read them here, or{' '}
      <Link to="/email-course" className="link">
        have them sent to you
      </Link>
      .
    </p>
  );
}

/** The ebook, with the way to its files. */
export function EbookTab({ ebook }: { ebook: { title: string; subtitle: string; description: string } }) {
  return (
    <div className="grid items-start gap-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-8">
      <img
        src="/ebook/cover.svg"
        width={1200}
        height={1800}
        alt={`Cover of ${ebook.title}`}
        className="w-full max-w-44 rounded-control shadow-float max-sm:max-w-36"
      />
      <div className="grid justify-items-start gap-3">
        <h3 className="text-2xl">{ebook.title}</h3>
        <p className="text-lg text-muted">{ebook.subtitle}</p>
        <p>{ebook.description}</p>
        <ButtonLink to="/ebook">Read the ebook</ButtonLink>
      </div>
    </div>
  );
}
