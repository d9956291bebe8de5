import {
  type AffiliateSignUpForm,
  affiliateSignUpSchema,
} from '#app/domain/people/accounts/schemas.server.ts';
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
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { TextField } from '#app/ui/field.tsx';
import type { Route } from './+types/affiliate-sign-up';

export const loader = (args: Route.LoaderArgs) => loadRegistration(args);

export const action = (args: Route.ActionArgs) => {
  const door: RegistrationDoor = { schema: affiliateSignUpSchema, next: () => '/special-invite' };
  return registerByForm(args, door);
};

export const handle = indexed;
export const headers = sharedPage;

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Apply as an affiliate'),
  {
    name: 'description',
    content:
      'Create an affiliate account: your link, your statistics, half of each membership payment you refer.',
  },
  ...canonicalLink(matches, '/affiliate/sign-up'),
];

export default function AffiliateSignUp({
  loaderData: { redirectTo, email },
  actionData,
}: Route.ComponentProps) {
  const form = formFields<AffiliateSignUpForm>('affiliate-sign-up', actionData, { email });
  return (
    <RegistrationPage
      title="Apply as an affiliate"
      signIn={{ to: 'affiliate_sign_in', label: 'sign in to your affiliate account' }}
      form={form}
      redirectTo={redirectTo}
      agreements={[
        { label: 'terms', to: '/legal/terms' },
        { label: 'privacy policy', to: '/legal/privacy' },
        { label: 'affiliate agreement', to: '/legal/affiliate-agreement' },
      ]}
      button={{ label: 'Sign Me Up', pendingLabel: 'Signing up...' }}
    >
      <TextField
        {...form.field('contactEmail')}
        type="email"
        label="Preferred contact email"
        hint="Where we write to you about the program"
        autoComplete="email"
        required
      />
      <TextField
        {...form.field('paypalEmail')}
        type="email"
        label="PayPal email"
        hint="A verified Premier or Business account; payouts go there"
        autoComplete="off"
        required
      />
    </RegistrationPage>
  );
}
