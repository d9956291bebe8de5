import { findOwnReceivedMail } from '#app/domain/talk/support/received-mail.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { EmailPage } from '#app/routes/support/email-page.tsx';
import type { Route } from './+types/email';

/** An email in one of one's own tickets. One query. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = idIn(params.mailId);
  const email = id && (await findOwnReceivedMail({ userId: context.get(memberContext).id }, id));
  if (!email) throw notFound('There is no such email', { to: '/support/tickets', label: 'Your tickets' });
  return { email };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Whole email')];

export default function Email({ loaderData: { email } }: Route.ComponentProps) {
  const ticket = { to: `/support/tickets/${email.ticketNumber}`, label: `Ticket ${email.ticketNumber}` };
  return <EmailPage email={email} crumbs={[{ to: '/support/tickets', label: 'Your tickets' }, ticket]} />;
}
