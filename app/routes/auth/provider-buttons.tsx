import { SubmitButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.tsx';

/** A button for each provider that people can sign in with: forms of their own, so that they work without scripts. */
export function ProviderButtons({
  providers,
  redirectTo,
}: {
  providers: readonly { id: string; name: string }[];
  redirectTo: string;
}) {
  if (providers.length === 0) return null;
  return (
    <section aria-label="Other ways to continue" className="grid gap-3">
      {providers.map(({ id, name }) => (
        <form key={id} method="post" action={`/continue/${id}`} className="grid">
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <SubmitButton variant="secondary" pendingLabel={`Opening ${name}...`}>
            {`Continue with ${name}`}
          </SubmitButton>
        </form>
      ))}
      <p className="text-center text-sm text-muted">
        If you have no account yet, this creates one under our{' '}
        <Link className="link" to="/legal/terms">
          terms
        </Link>{' '}
        and{' '}
        <Link className="link" to="/legal/privacy">
          privacy policy
        </Link>
        .
      </p>
    </section>
  );
}
