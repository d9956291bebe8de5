import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';

/** What the site holds about one, and the way to a copy of it or an end of it. */
export function DataCard({ deletionDueAt }: { deletionDueAt: Date | null }) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <div className="grid gap-1">
        <h2 className="text-xl">Your data</h2>
        <p className="text-sm text-muted">
          {deletionDueAt ? (
            <>
              Your account will be deleted on <Day at={deletionDueAt} /> at the earliest. You can still keep
              it.
            </>
          ) : (
            'Download a copy of it, or delete your account.'
          )}
        </p>
      </div>
      <ButtonLink variant="secondary" to="/profile/security/data">
        Your data
      </ButtonLink>
    </Card>
  );
}
