import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** The address one signs in with, and the way to another. */
export function EmailCard({ email }: { email: string }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="text-xl">Email address</h2>
        <p className="text-sm break-words text-muted">{email}</p>
      </div>
      <ButtonLink variant="secondary" to="/profile/security/email">
        Change address
      </ButtonLink>
    </Card>
  );
}
