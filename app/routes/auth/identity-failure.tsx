import { AuthPage } from '#app/routes/auth/auth-page.tsx';
import { ButtonLink } from '#app/ui/button.tsx';

/** What a sign-in by a provider that did not work out says, and the way on. */
export function IdentityFailure({ title, message, back }: { title: string; message: string; back: string }) {
  return (
    <AuthPage title={title} lead={message} isBare>
      <div className="grid">
        <ButtonLink to={back}>{back === '/login' ? 'Go to the sign-in page' : 'Go back'}</ButtonLink>
      </div>
    </AuthPage>
  );
}
