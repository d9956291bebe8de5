import { EmailText } from '#app/ui/email-text.tsx';
import { Link } from '#app/ui/link.tsx';

interface Props {
  /** How many people get the letter. */
  count: number;
  /** Some of them. */
  examples: readonly { id: string; name: string; email: string }[];
}

/** Some of those who get a letter, to be looked at before it is sent. */
export function Recipients({ count, examples }: Props) {
  if (examples.length === 0) return null;
  return (
    <details>
      <summary className="link inline-flex min-h-11 items-center text-sm">
        {count > examples.length ? `See ${examples.length} of them` : 'See who gets it'}
      </summary>
      <ul className="rounded-card border border-line text-sm">
        {examples.map(({ id, name, email }) => (
          <li key={id} className="flex flex-wrap gap-x-3 border-t border-line px-4 py-2 first:border-0">
            <Link to={`/admin/users/${id}`} className="link">
              <bdi>{name || 'No name'}</bdi>
            </Link>
            <EmailText address={email} />
          </li>
        ))}
      </ul>
    </details>
  );
}
