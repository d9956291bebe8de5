import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { ButtonLink } from '#app/ui/button.tsx';

/** What stands at a mailed link that opens nothing any more. */
export function DeadLink({ lead }: { lead: string }) {
  return (
    <AuthPage title="This link no longer works" lead={lead} isBare>
      <div className="grid">
        <ButtonLink to="/login">Sign in</ButtonLink>
      </div>
    </AuthPage>
  );
}
