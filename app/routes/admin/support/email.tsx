import { findReceivedMail } from '#app/domain/talk/support/received-mail.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { WholeEmail } from '#app/routes/frame/whole-email.tsx';
import { idIn } from '#app/routes/http/id-in.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { fileSize } from '#app/ui/file-size.ts';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/email';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read')];

/** An email whole. One query. */
export async function loader({ params: { mailId } }: Route.LoaderArgs) {
  const id = idIn(mailId);
  const email = id && (await findReceivedMail(id));
  if (!email) throw notFound('There is no such email', { to: '/admin/support', label: 'Support inbox' });
  return { email };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Whole email')];

export default function Email({ loaderData: { email } }: Route.ComponentProps) {
  const { id, subject, fromAddress, fromName, createdAt, byteCount, ticketNumber } = email;
  const ticket =
    ticketNumber === null
      ? { to: '/admin/support/unmatched', label: 'Emails that fit no ticket' }
      : { to: `/admin/support/${ticketNumber}`, label: `Ticket ${ticketNumber}` };
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: '/admin/support', label: 'Support inbox' }, ticket]} current="Whole email" />
      <PageHeading
        title={<bdi>{subject || 'Email without a subject'}</bdi>}
        actions={
          <a href={`/admin/support/mail/${id}/original`} download className={buttonClass('secondary')}>
            Download original ({fileSize(byteCount)})
          </a>
        }
      >
        From <bdi>{fromName}</bdi>
        {fromName ? ', ' : ''}
        {fromAddress || 'an unnamed sender'}, <Moment at={createdAt} />
      </PageHeading>
      <WholeEmail email={email} />
    </div>
  );
}
