import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ConfirmationNeeded } from '#app/domain/core/access/admin-guard.server.ts';
import { roleNames } from '#app/domain/core/access/role-names.ts';
import { isDeleted, shownName } from '#app/domain/core/audit/user-name.ts';
import { findSequencesOf, removeFromSequence } from '#app/domain/operating/sequences/enrollments.server.ts';
import {
  addNote,
  noteSchema,
  sendVerification,
  signOutEverywhere,
} from '#app/domain/operating/users/assist-user.server.ts';
import { findUserDetail } from '#app/domain/operating/users/user-detail.server.ts';
import { addTag, removeTag, userTagSchema } from '#app/domain/operating/users/user-tags.server.ts';
import { listLedger } from '#app/domain/programme/commissions/ledger.server.ts';
import { actorOf, allow, confirmFirst, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { UserAccess } from '#app/routes/admin/users/user-access.tsx';
import { UserCommissions } from '#app/routes/admin/users/user-commissions.tsx';
import { UserFacts } from '#app/routes/admin/users/user-facts.tsx';
import { UserHistory } from '#app/routes/admin/users/user-history.tsx';
import { UserMoney } from '#app/routes/admin/users/user-money.tsx';
import { UserNotes } from '#app/routes/admin/users/user-notes.tsx';
import { UserSequences } from '#app/routes/admin/users/user-sequences.tsx';
import { UserSummary } from '#app/routes/admin/users/user-summary.tsx';
import { UserTags } from '#app/routes/admin/users/user-tags.tsx';
import { UserTickets } from '#app/routes/admin/users/user-tickets.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { parseForm, readAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { PostedField } from '#app/ui/posted-field.tsx';
import type { Route } from './+types/user';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read', 'users:assist')];

export async function loader({ params, context }: Route.LoaderArgs) {
  const user = await findUserDetail(params.userId);
  if (!user) throw notFound('There is no such user', { to: '/admin/users', label: 'All users' });
  const isGone = isDeleted(user);
  const ledger = user.commissions ? await listLedger(user.id, { limit: 5 }) : null;
  return {
    user,
    noteKey: randomUUID(),
    entries: ledger?.entries ?? [],
    sequences: may(context, 'letters:edit') ? await findSequencesOf(user.id) : [],
    may: {
      assist: !isGone,
      edit: !isGone && may(context, 'users:edit') && (user.role !== 'admin' || may(context, 'admins:change')),
      grant: !isGone && may(context, 'roles:change'),
      move: may(context, 'money:move'),
      remove: may(context, 'users:delete') && user.role !== 'admin' && !isGone,
      viewAs: user.role !== 'admin' && user.status === 'active',
      audit: may(context, 'audit:read'),
    },
  };
}

const intentSchema = z.enum(['verify', 'sign-out', 'note', 'tag', 'untag', 'leave-sequence']);
const enrollmentSchema = z.object({ enrollment: z.string().max(40) });

export async function action({ request, params: { userId }, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = readIntent(form, intentSchema);
  const actor = actorOf(context);
  const path = `/admin/users/${userId}`;
  try {
    if (intent === 'verify') {
      await sendVerification(actor, userId);
      return redirectWithFlash(path, 'The email is on its way.');
    }
    if (intent === 'sign-out') {
      await signOutEverywhere(actor, userId);
      return redirectWithFlash(path, 'They are signed out everywhere.');
    }
    if (intent === 'leave-sequence') {
      await removeFromSequence(actor, readAction(form, enrollmentSchema).enrollment);
      return redirectWithFlash(path, 'They are no longer in the sequence.');
    }
    if (intent === 'tag') {
      await addTag(actor, userId, parseForm(form, userTagSchema).tag);
      return redirectWithFlash(path, 'The tag is added.');
    }
    if (intent === 'untag') {
      await removeTag(actor, userId, readAction(form, userTagSchema).tag);
      return redirectWithFlash(path, 'The tag is removed.');
    }
    await addNote(actor, userId, parseForm(form, noteSchema));
    return redirectWithFlash(path, 'The note is added.');
  } catch (error) {
    return error instanceof ConfirmationNeeded ? confirmFirst(error, path) : refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? shownName(loaderData.user) : 'User'),
];

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  const { user, entries, sequences, may: allowed } = loaderData;
  const path = `/admin/users/${user.id}`;
  const isGone = isDeleted(user);
  const name = shownName(user);
  return (
    <div className="grid gap-6">
      <Breadcrumb
        crumbs={[{ to: '/admin/users', label: 'Users' }]}
        current={isGone ? name : user.name || user.email}
      />
      <PageHeading
        title={name}
        beside={<Avatar name={user.name || user.email} pictureId={user.pictureId} size="medium" />}
        actions={
          <>
            {allowed.edit ? (
              <ButtonLink variant="secondary" to={`${path}/edit`}>
                Edit
              </ButtonLink>
            ) : null}
            {allowed.viewAs ? (
              <form method="post" action={`${path}/view`}>
                <PostedField />
                <SubmitButton variant="secondary" pendingLabel="Opening...">
                  View as this member
                </SubmitButton>
              </form>
            ) : null}
            {allowed.assist ? (
              <form method="post" action={path}>
                <SubmitButton intent="sign-out" variant="secondary" pendingLabel="Signing out...">
                  Sign out everywhere
                </SubmitButton>
              </form>
            ) : null}
            {user.isVerified || !allowed.assist ? null : (
              <form method="post" action={path}>
                <SubmitButton intent="verify" variant="secondary" pendingLabel="Sending...">
                  Send verification again
                </SubmitButton>
              </form>
            )}
            {allowed.audit ? (
              <ButtonLink variant="quiet" to={`/admin/audit?about=${user.id}`}>
                Audit log
              </ButtonLink>
            ) : null}
          </>
        }
      >
        {user.email}
      </PageHeading>
      <p className="flex flex-wrap gap-2">
        <Badge tone={user.status === 'active' ? 'good' : 'danger'}>
          {user.status === 'active' ? 'Active' : 'Inactive'}
        </Badge>
        <Badge tone="accent">{roleNames[user.role]}</Badge>
        {isGone ? null : user.isVerified ? (
          <Badge>Email verified</Badge>
        ) : (
          <Badge tone="warn">Email not verified</Badge>
        )}
      </p>
      <UserSummary user={user} />
      <FormErrors id="user-error" errors={actionData?.lastResult.error?.['']} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <UserFacts user={user} />
        <UserAccess user={user} mayGrant={allowed.grant} />
      </div>
      <UserMoney user={user} mayMove={allowed.move} />
      <UserCommissions user={user} entries={entries} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          {allowed.assist ? <UserTags user={user} reply={actionData} /> : null}
          {allowed.assist ? <UserNotes user={user} noteKey={loaderData.noteKey} reply={actionData} /> : null}
          <UserSequences userId={user.id} sequences={sequences} />
          <UserTickets tickets={user.tickets} />
        </div>
        <UserHistory user={user} />
      </div>
      {allowed.remove ? (
        <p className="border-t border-line pt-4 text-sm">
          <ButtonLink variant="danger" to={`${path}/delete`}>
            Delete this user
          </ButtonLink>
        </p>
      ) : null}
    </div>
  );
}
