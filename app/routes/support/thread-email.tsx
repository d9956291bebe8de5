import { findOwnReceivedMail } from '#app/domain/talk/support/received-mail.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { EmailPage } from '#app/routes/support/email-page.tsx';
import type { Route } from './+types/thread-email';

/** An email in a visitor's ticket, by the link that was mailed to their address. One query. */
export async function loader({ params: { token, mailId } }: Route.LoaderArgs) {
  const id = idIn(mailId);
  const email = id && (await findOwnReceivedMail({ token }, id));
  if (!email) throw notFound('There is no such email', { to: '/support', label: 'Support' });
  return { email, path: `/support/thread/${token}` };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  pageTitle(matches, 'Whole email'),
  { name: 'referrer', content: 'same-origin' },
];

export default function ThreadEmail({ loaderData: { email, path } }: Route.ComponentProps) {
  return <EmailPage email={email} crumbs={[{ to: path, label: `Ticket ${email.ticketNumber}` }]} />;
}
