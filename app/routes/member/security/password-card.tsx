import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** The password, and the way to another. */
export function PasswordCard() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Password</h2>
        <p className="text-sm text-muted">A new one signs out every other device.</p>
      </div>
      <ButtonLink variant="secondary" to="/change-password">
        Change Password
      </ButtonLink>
    </Card>
  );
}
