import { redirect } from 'react-router';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import type { MembershipState } from '#app/domain/selling/billing/membership-state.ts';
import { acceptInvitation, hasSeatOf, openInvitation } from '#app/domain/selling/teams/accepting.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { seatEarnsNothing } from '#app/routes/member/team/held-seats.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/invitation';

/** Whether somebody pays for a membership of their own: now, or again when its pause is over. */
function paysBy({ kind }: MembershipState): 'now' | 'later' | null {
  if (kind === 'pausing' || kind === 'paused') return 'later';
  return ['active', 'past_due', 'keeping', 'disputed'].includes(kind) ? 'now' : null;
}

const pathOf = (token: string) => `/team/invitations/${encodeURIComponent(token)}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const invitation = await openInvitation(params.token);
  const viewer = context.get(viewerContext);
  if (!invitation && viewer && (await hasSeatOf(params.token, viewer.id)))
    throw redirect('/profile/team', 303);
  if (!invitation)
    throw notFound(
      'This invitation is no longer valid. It was accepted, withdrawn or sent again with a newer link, or its 14 days are over. Ask the owner of the team for a new one.',
      { to: '/profile/team', label: 'See your teams' },
    );
  const path = pathOf(params.token);
  const own = viewer && (await findMembershipState(viewer.id));
  return {
    invitation,
    path,
    viewer: viewer && {
      email: viewer.email,
      isInvited: viewer.email.toLowerCase() === invitation.email,
      isVerified: viewer.isEmailVerified,
      pays: own === null ? null : paysBy(own),
      earns: viewer.role !== 'member' && viewer.role !== 'admin',
      hasMembership: viewer.hasMembership,
    },
    register: withReturnTo('/register', path),
    login: withReturnTo('/login', path),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs) => {
  const viewer = context.get(viewerContext);
  if (!viewer)
    return redirectWithFlash(
      withReturnTo('/login', pathOf(params.token)),
      'Sign in to accept the invitation.',
      'error',
    );
  await acceptInvitation(viewer, params.token);
  return redirectWithFlash('/profile/team', 'The seat is yours, and everything is open to you.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'A seat for you')];

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation, path, viewer, register, login } = loaderData;
  const { email, ownerName, expiresAt } = invitation;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-3">
        <h1>A seat for you</h1>
        <p className="text-lg text-muted wrap-anywhere">
          <bdi className="font-semibold text-ink">{ownerName}</bdi> invites you to a team. Every course, guide
          and playbook is open to you while you have the seat. It costs you nothing.
        </p>
      </header>
      <ul className="grid max-w-prose list-disc gap-2 pl-5 text-muted">
        <li className="wrap-anywhere">
          The invitation is for <strong className="text-ink">{email}</strong>, until <Day at={expiresAt} />.
        </li>
        <li>
          The owner of the team sees your name and when you joined, and can give the seat to somebody else.
        </li>
        <li>Your progress is private. You can share it with the owner, and take that back at any time.</li>
      </ul>
      <FormErrors id="invitation-error" errors={actionData?.lastResult.error?.['']} />
      {viewer ? (
        <Answer path={path} login={login} invitedEmail={email} {...viewer} />
      ) : (
        <section aria-label="Accept it" className="grid gap-4">
          <p className="wrap-anywhere">
            Sign in or create a free account with <strong>{email}</strong> to accept. You give no card.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={register}>Create an account</ButtonLink>
            <ButtonLink variant="secondary" to={login}>
              Sign in
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}

interface AnswerProps {
  path: string;
  login: string;
  invitedEmail: string;
  email: string;
  isInvited: boolean;
  isVerified: boolean;
  pays: 'now' | 'later' | null;
  /** They are in the affiliate program, and earn by a membership of their own. */
  earns: boolean;
  hasMembership: boolean;
}

function Answer({
  path,
  login,
  invitedEmail,
  email,
  isInvited,
  isVerified,
  pays,
  earns,
  hasMembership,
}: AnswerProps) {
  if (!isInvited)
    return (
      <Notice tone="warn">
        <p className="wrap-anywhere">
          You are signed in as {email}. Sign out, then sign in or create an account with {invitedEmail}. Or
          ask the owner of the team to invite {email}.
        </p>
        <p>
          <Link className="link inline-flex min-h-11 items-center" to={login}>
            Sign in with another account
          </Link>
        </p>
      </Notice>
    );
  if (!isVerified)
    return (
      <Notice tone="warn">
        Verify your email address first: open the link in the email we sent to {email}. Then come back to this
        page and accept.
      </Notice>
    );
  return (
    <section aria-label="Accept it" className="grid gap-4">
      {pays ? (
        <Notice tone="warn">
          {pays === 'later'
            ? 'Your own membership is paused. It resumes by itself and is charged then, so you would pay for what the seat gives you anyway.'
            : 'You already pay for a membership of your own. It goes on and is charged as before, so you would pay for what the seat gives you anyway.'}{' '}
          <Link className="link" to="/profile/billing/cancel">
            Cancel your membership
          </Link>{' '}
          if you don’t want both.
        </Notice>
      ) : hasMembership ? (
        <Notice>
          You have a membership already. If it is a gift, what is left of it waits until you have no seat any
          more.
        </Notice>
      ) : null}
      {earns ? <p>{seatEarnsNothing}</p> : null}
      <form method="post" action={path}>
        <SubmitButton size="large" pendingLabel="Accepting...">
          Accept the seat
        </SubmitButton>
      </form>
      <p className="text-sm text-muted">If you don’t want it, you don’t need to do anything.</p>
    </section>
  );
}
