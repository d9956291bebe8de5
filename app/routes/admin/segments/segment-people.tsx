import type { SegmentPeople } from '#app/domain/operating/segments/segment-people.server.ts';
import { EmailText } from '#app/ui/email-text.tsx';
import { Link } from '#app/ui/link.tsx';

/** How many people are in a segment, and some of them. */
export function SegmentPeopleList({ count, examples }: SegmentPeople) {
  return (
    <section aria-labelledby="people" className="grid grid-cols-1 gap-4">
      <h2 id="people" className="text-xl">
        {count === 1 ? '1 person now' : `${count.toLocaleString('en-US')} people now`}
      </h2>
      {examples.length > 0 ? (
        <>
          {count > examples.length ? (
            <p className="text-sm text-muted">The {examples.length} who joined last:</p>
          ) : null}
          <ul className="rounded-card border border-line bg-surface text-sm">
            {examples.map(({ id, name, email }) => (
              <li key={id} className="flex flex-wrap gap-x-3 border-t border-line px-4 py-2 first:border-0">
                <Link to={`/admin/users/${id}`} className="link">
                  <bdi>{name || 'No name'}</bdi>
                </Link>
                <EmailText address={email} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  );
}
