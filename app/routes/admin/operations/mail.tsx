import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import { retryFailedMail } from '#app/domain/operating/operations/failed-work.server.ts';
import {
  type ListedMail,
  listMails,
  readMailFilter,
} from '#app/domain/operating/operations/mail-list.server.ts';
import { mailStatuses } from '#app/domain/operating/operations/mail-statuses.ts';
import { findMailboxState } from '#app/domain/talk/support/mailbox-state.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { FilterButtons } from '#app/routes/admin/filter-buttons.tsx';
import { MailboxNotice } from '#app/routes/admin/operations/mailbox-notice.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/mail';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'operations:run')];

const path = '/admin/mail';

/** Three queries. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const [{ previous, next, ...list }, mailbox] = await Promise.all([
    listMails(readMailFilter(query), readPlace(query)),
    findMailboxState(),
  ]);
  return {
    ...list,
    mailbox,
    ways: waysOf(path, url.search, { previous, next }),
    status: query.get('status') ?? '',
    to: query.get('to') ?? '',
    here: `${path}${url.search}`,
    mayRun: may(context, 'operations:run'),
  };
}

const schema = z.object({ mail: z.string().max(100) });

export const action = formAction(async ({ context, url }: Route.ActionArgs, form) => {
  const { mail } = readAction(form, schema);
  await retryFailedMail(mail, actorOf(context));
  return redirectWithFlash(`${path}${url.search}`, 'The email is queued again.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Mail')];

export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, waiting, failed, ways, status, to, here, mayRun, mailbox } = loaderData;
  return (
    <div className="grid gap-5">
      <PageHeading
        title="Mail"
        actions={
          <ButtonLink variant="secondary" to="/admin/mail/templates">
            Email gallery
          </ButtonLink>
        }
      >
        {waiting} waiting, {failed} failed. The text of an email is not shown, because it can hold sign-in
        links.
      </PageHeading>
      <FormErrors id="mail-error" errors={actionData?.lastResult.error?.['']} />
      {mailbox ? <MailboxNotice mailbox={mailbox} /> : null}
      <search>
        <form action={path} className="grid items-end gap-3 sm:grid-cols-[1fr_2fr_auto]">
          <SelectField id="mail-status" name="status" label="Status" defaultValue={status}>
            <option value="">All</option>
            {mailStatuses.map((name) => (
              <option key={name} value={name}>
                {statusNames[name]}
              </option>
            ))}
          </SelectField>
          <TextField
            id="mail-to"
            name="to"
            type="search"
            label="Address begins with"
            defaultValue={to}
            maxLength={254}
          />
          <FilterButtons path={path} isNarrowed={Boolean(status || to)} />
        </form>
      </search>
      {rows.length === 0 ? (
        <EmptyState title="No emails here" />
      ) : (
        <DataTable
          caption="Mail"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { label: 'Subject', cell: ({ subject }) => <bdi>{subject}</bdi> },
            { label: 'To', cell: ({ recipient }) => <EmailText address={recipient} /> },
            {
              label: 'Status',
              className: 'whitespace-nowrap',
              cell: ({ status: state }) => (
                <span>
                  <Badge tone={tones[state]}>{statusNames[state]}</Badge>
                </span>
              ),
            },
            { label: 'Queued', cell: ({ createdAt }) => <Moment at={createdAt} /> },
            { label: 'Sent', cell: ({ sentAt }) => (sentAt ? <Moment at={sentAt} /> : null) },
            { label: 'Attempts', isFigure: true, cell: ({ attempts }) => attempts },
            {
              label: 'Mail server’s answer',
              cell: (mail) => <ServerAnswer mail={mail} action={mayRun ? here : null} />,
            },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}

const statusNames = { queued: 'Waiting', sent: 'Sent', failed: 'Failed', skipped: 'Skipped' } as const;
const tones = { queued: 'neutral', sent: 'good', failed: 'danger', skipped: 'neutral' } as const;

/** Why the mail failed. `action` is where the form goes that sends it again; null for whoever may not. */
function ServerAnswer({ mail, action }: { mail: ListedMail; action: string | null }) {
  const canSendAgain = mail.status === 'failed' && action !== null;
  if (!mail.lastError && !canSendAgain) return null;
  return (
    <span className="grid gap-2">
      {mail.lastError}
      {canSendAgain ? (
        <form method="post" action={action}>
          <input type="hidden" name="mail" value={mail.id} />
          <SubmitButton variant="secondary" pendingLabel="Queueing...">
            Send again
          </SubmitButton>
        </form>
      ) : null}
    </span>
  );
}
