import { redirect } from 'react-router';
import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { takeOwnSeat } from '#app/domain/selling/teams/accepting.server.ts';
import {
  invitePeople,
  resendInvitation,
  withdrawInvitation,
} from '#app/domain/selling/teams/inviting.server.ts';
import { leaveTeam, removeMember, shareProgress } from '#app/domain/selling/teams/members.server.ts';
import type { OwnTeam } from '#app/domain/selling/teams/own-team.server.ts';
import { plannedReduction } from '#app/domain/selling/teams/seat-rules.ts';
import { findTeamPage } from '#app/domain/selling/teams/team-page.server.ts';
import { inviteSchema, seatSchema } from '#app/domain/selling/teams/team-schema.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { perInterval } from '#app/platform/payments/interval-words.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { HeldSeats } from '#app/routes/member/team/held-seats.tsx';
import { InviteForm } from '#app/routes/member/team/invite-form.tsx';
import { SeatTable } from '#app/routes/member/team/seat-table.tsx';
import { TeamCard } from '#app/routes/member/team/team-card.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/team';

const path = '/profile/team';

/** What the page shows of a team's subscription. */
const shownTeam = ({
  subscription,
  state,
  isOpen,
  quantity,
  takenCount,
  freeCount,
  hasOwnSeat,
}: OwnTeam) => ({
  isOpen,
  isEnding: ['canceling', 'running_out'].includes(state.kind),
  quantity,
  takenCount,
  freeCount,
  hasOwnSeat,
  price: `${formatMoney(subscription.amount, subscription.currency)} ${perInterval(subscription.interval)}`,
  planned: plannedReduction(subscription, now()),
});

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id, role } = context.get(memberContext);
  const place = readPlace(url.searchParams);
  const { team, seats, held } = await findTeamPage(id, place);
  const { rows, ...beside } = seats;
  if (place && rows.length === 0) throw redirect(path, 303);
  return {
    team: team && shownTeam(team),
    seats: rows,
    ways: waysOf(path, url.search, beside, '#seats'),
    earns: role !== 'member' && role !== 'admin',
    held: held.map(({ ownerId, ...seat }) => ({ ...seat, isOwn: ownerId === id })),
  };
}

const shareSchema = seatSchema.extend({ isShared: z.enum(['yes', 'no']) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  switch (form.get('intent')) {
    case 'invite': {
      const { emails } = parseForm(form, inviteSchema);
      await invitePeople(viewer, emails);
      return redirectWithFlash(
        path,
        emails.length === 1
          ? 'The invitation is on its way.'
          : `${emails.length} invitations are on their way.`,
      );
    }
    case 'resend':
      await resendInvitation(viewer, readAction(form, seatSchema).seat);
      return redirectWithFlash(path, 'The invitation is on its way once more, with a new link.');
    case 'withdraw':
      await withdrawInvitation(viewer, readAction(form, seatSchema).seat);
      return redirectWithFlash(path, 'The invitation is withdrawn, and its seat is free.');
    case 'remove':
      await removeMember(viewer, readAction(form, seatSchema).seat);
      return redirectWithFlash(path, 'The seat is free.');
    case 'own-seat':
      await takeOwnSeat(viewer);
      return redirectWithFlash(path, 'You have a seat in your team.');
    case 'leave':
      await leaveTeam(viewer, readAction(form, seatSchema).seat);
      return redirectWithFlash(path, 'You have left the team.');
    case 'share': {
      const { seat, isShared } = readAction(form, shareSchema);
      await shareProgress(viewer, seat, isShared === 'yes');
      return redirectWithFlash(
        path,
        isShared === 'yes'
          ? 'The team’s owner now sees your progress.'
          : 'Your progress is private: the team’s owner no longer sees it.',
      );
    }
    default:
      throw unknownAction();
  }
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Team')];

export default function Team({ loaderData, actionData }: Route.ComponentProps) {
  const { team, seats, ways, held, earns } = loaderData;
  const form = formFields<{ emails: string }>('invite', actionData);
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <h1>Team</h1>
      <FormErrors id={form.errorId} errors={form.errors} />
      <HeldSeats path={path} seats={held} earns={earns} />
      {team ? (
        <>
          <TeamCard path={path} team={team} />
          {team.isOpen ? <InviteForm path={path} form={form} freeCount={team.freeCount} /> : null}
          <section id="seats" aria-labelledby="seats-title" className="grid grid-cols-1 gap-4">
            <h2 id="seats-title">People and invitations</h2>
            {seats.length > 0 ? (
              <SeatTable path={path} seats={seats} isOpen={team.isOpen} />
            ) : (
              <EmptyState title="Nobody has a seat yet">
                <p>People you invite are listed here, with whether they have joined.</p>
              </EmptyState>
            )}
            <ListWays {...ways} />
          </section>
        </>
      ) : held.length > 0 ? null : (
        <EmptyState title="You have no team">
          <p>
            With a team you pay for several people, and each of them gets every course, guide and playbook.
          </p>
          <ButtonLink variant="secondary" to="/pricing">
            See what we offer
          </ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}
