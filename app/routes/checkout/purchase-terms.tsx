import { Link } from '#app/ui/link.tsx';

/** What one accepts by paying. To stand beside every button that does, or leads there: what is accepted is kept. */
export function PurchaseTerms() {
  return (
    <p className="text-sm text-muted">
      By paying you accept the{' '}
      <Link className="link" to="/legal/terms" target="_blank">
        terms
      </Link>{' '}
      and the{' '}
      <Link className="link" to="/legal/refund-policy" target="_blank">
        refund policy
      </Link>
      .
    </p>
  );
}
