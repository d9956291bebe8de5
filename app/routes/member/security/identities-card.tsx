import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** Accounts elsewhere that sign in to this one. */
export function IdentitiesCard() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Linked accounts</h2>
        <p className="text-sm text-muted">Accounts elsewhere that you can sign in with.</p>
      </div>
      <ButtonLink variant="secondary" to="/profile/security/identities">
        See linked accounts
      </ButtonLink>
    </Card>
  );
}
