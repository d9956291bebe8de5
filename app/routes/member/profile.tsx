import { findProfile, updateProfile } from '#app/domain/people/accounts/profile.server.ts';
import {
  type ProfileForm as ProfileFields,
  profileSchema,
  teamProfileSchema,
} from '#app/domain/people/accounts/schemas.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/profile';

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const profile = await findProfile(viewer.id);
  return { profile, isEditing: url.searchParams.has('edit') };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { id, role } = context.get(memberContext);
  await updateProfile(id, parseForm(form, role === 'admin' ? teamProfileSchema : profileSchema));
  return redirectWithFlash('/profile', 'Your profile has been saved.');
});

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Profile')];

export default function Profile({ loaderData: { profile, isEditing }, actionData }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-wrap items-center gap-5">
          <Avatar name={profile.name || profile.email} pictureId={profile.pictureId} size="large" />
          <div>
            <h1>Profile</h1>
            <p className="text-sm text-muted">Member since {formatLongDay(profile.memberSince)}</p>
            <Link className="link inline-flex min-h-11 items-center text-sm" to="/profile/picture">
              {profile.pictureId ? 'Change your picture' : 'Add a picture'}
            </Link>
          </div>
        </div>
        {isEditing || actionData ? null : (
          <ButtonLink variant="secondary" to="/profile?edit">
            Edit Profile
          </ButtonLink>
        )}
      </header>
      {isEditing || actionData ? (
        <ProfileForm profile={profile} reply={actionData} />
      ) : (
        <ProfileView profile={profile} />
      )}
    </div>
  );
}

type ProfileData = Route.ComponentProps['loaderData']['profile'];

function ProfileView({ profile }: { profile: ProfileData }) {
  const rows = [
    ['Name', profile.name],
    ['Email', profile.email],
    ['Phone', profile.phone],
    ['Company', profile.company],
    ['Role', profile.role],
    ['Bio', profile.bio],
  ];
  return (
    <Card>
      <dl className="grid gap-4">
        {rows.map(([label, value]) => (
          <div
            key={label}
            className="grid gap-0.5 border-b border-line pb-4 last:border-0 last:pb-0 sm:items-baseline sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd dir="auto" className="min-w-0 whitespace-pre-line break-words">
              {value || <span className="text-muted">Not given</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function ProfileForm({
  profile,
  reply,
}: {
  profile: ProfileData;
  reply: Route.ComponentProps['actionData'];
}) {
  const form = formFields<ProfileFields>('profile', reply, profile);
  return (
    <Card>
      <form method="post" noValidate action="/profile?edit" id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField {...form.field('name')} label="Name" autoComplete="name" required maxLength={80} />
        <TextField
          id="profile-email"
          // Read by nobody: text browsers send a field without a name as one that no form has.
          name="email"
          label="Email"
          type="email"
          value={profile.email}
          readOnly
          className="bg-sunken! text-muted"
          hint="You change the address you sign in with on the security page."
        />
        <TextField {...form.field('phone')} label="Phone" type="tel" autoComplete="tel" maxLength={40} />
        <TextField {...form.field('company')} label="Company" autoComplete="organization" maxLength={120} />
        <TextField
          {...form.field('role')}
          label="Role"
          hint="What you do, in your own words"
          autoComplete="organization-title"
          maxLength={80}
        />
        <TextArea {...form.field('bio')} label="Bio" maxLength={2000} />
        <div className="flex flex-wrap gap-3">
          <SubmitButton pendingLabel="Saving...">Save Changes</SubmitButton>
          <ButtonLink variant="secondary" to="/profile">
            Cancel
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}
