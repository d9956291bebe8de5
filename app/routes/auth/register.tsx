import { type RegistrationForm, registrationSchema } from '#app/domain/people/accounts/schemas.server.ts';
import { ProviderButtons } from '#app/routes/auth/provider-buttons.tsx';
import { PurchaseNote } from '#app/routes/auth/purchase-note.tsx';
import {
  loadRegistration,
  type RegistrationDoor,
  registerByForm,
} from '#app/routes/auth/registration.server.ts';
import { RegistrationPage } from '#app/routes/auth/registration-page.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { canonicalLink } from '#app/routes/frame/public-head.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import type { Route } from './+types/register';

export const loader = (args: Route.LoaderArgs) => loadRegistration(args);

export const action = (args: Route.ActionArgs) => {
  const door: RegistrationDoor = {
    schema: registrationSchema,
    next: (returnTo) => withReturnTo('/login', returnTo),
  };
  return registerByForm(args, door);
};

export const handle = indexed;
export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Create your account'),
  { name: 'description', content: 'Create an account to join the courses, guides, playbooks and tools.' },
  ...canonicalLink(matches, '/register'),
];

export default function Register({
  loaderData: { redirectTo, email, providers, purchase },
  actionData,
}: Route.ComponentProps) {
  return (
    <RegistrationPage
      title="Create your account"
      signIn={{ to: 'sign_in', label: 'sign in to your account' }}
      form={formFields<RegistrationForm>('register', actionData, { email })}
      redirectTo={redirectTo}
      agreements={[
        { label: 'terms', to: '/legal/terms' },
        { label: 'privacy policy', to: '/legal/privacy' },
      ]}
      button={{ label: 'Create account', pendingLabel: 'Creating account...' }}
      note={purchase ? <PurchaseNote purchase={purchase} step="Step 1 of 3: your account" /> : null}
      footer={<ProviderButtons providers={providers} redirectTo={redirectTo} />}
    />
  );
}
