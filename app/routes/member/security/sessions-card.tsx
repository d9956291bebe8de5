import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';

/** Where one is signed in, and the way to end it. */
export function SessionsCard() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Devices</h2>
        <p className="text-sm text-muted">Every browser that is signed in to your account.</p>
      </div>
      <ButtonLink variant="secondary" to="/profile/security/sessions">
        See your devices
      </ButtonLink>
    </Card>
  );
}
