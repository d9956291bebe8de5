import type { ReceivedMailPage } from '#app/domain/talk/support/received-mail.server.ts';
import { WholeEmail } from '#app/routes/frame/whole-email.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** An email that became a message of one's own ticket, whole. */
export function EmailPage({
  email,
  crumbs,
}: {
  email: ReceivedMailPage;
  crumbs: { to: string; label: string }[];
}) {
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid grid-cols-1 gap-6">
        <Breadcrumb crumbs={crumbs} current="Whole email" />
        <div className="grid grid-cols-1 gap-2">
          <h1 className="text-3xl wrap-anywhere sm:text-4xl">{email.subject || 'Email without a subject'}</h1>
          <p className="text-muted wrap-anywhere">
            Sent from {email.fromAddress}, <Moment at={email.createdAt} />
          </p>
        </div>
      </header>
      <WholeEmail email={email} />
    </div>
  );
}
