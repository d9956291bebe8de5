import { data } from 'react-router';
import { z } from 'zod';
import { readPlace } from '#app/domain/cursor.ts';
import {
  deleteUnmatched,
  listUnmatched,
  type UnmatchedMail,
} from '#app/domain/support/unmatched-mail.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { ListWays, waysOf } from '#app/ui/list-ways.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/unmatched';

export const middleware: Route.MiddlewareFunction[] = [allow('tickets:read', 'tickets:answer')];

const path = '/admin/support/unmatched';

/** One query. */
export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listUnmatched(readPlace(url.searchParams));
  return { rows, ways: waysOf(path, url.search, beside) };
}

const schema = z.object({ mail: z.uuid() });

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const asked = schema.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data('Unknown action', { status: 400 });
  try {
    await deleteUnmatched(actorOf(context), asked.data.mail);
    return redirectWithFlash(path, 'The mail is deleted.');
  } catch (error) {
    return refusedForm(form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Mails that fit no ticket')];

const reasons: Record<string, string> = {
  no_ticket: 'It answers no ticket that is here.',
  other_sender: 'It answers a ticket, but comes from another address than who asked.',
  too_many: 'It is one of too many within an hour in one ticket.',
};

export default function Unmatched({ loaderData: { rows, ways }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[{ to: '/admin/support', label: 'Support inbox' }]}
        current="Mails that fit no ticket"
      />
      <PageHeading title="Mails that fit no ticket">
        They came to the address for answers. Who sent them is what they say of themselves. Deleted after 90
        days.
      </PageHeading>
      <FormErrors id="mail-error" errors={actionData?.lastResult.error?.['']} />
      {rows.length === 0 ? (
        <EmptyState title="There are none">Every mail found its ticket.</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {rows.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      <ListWays {...ways} />
    </div>
  );
}

function Mail({
  mail: { id, fromAddress, fromName, subject, body, reason, createdAt },
}: {
  mail: UnmatchedMail;
}) {
  return (
    <li className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface px-4 py-4 sm:px-5">
      <div className="grid gap-1">
        <h2 dir="auto" className="text-lg wrap-anywhere">
          {subject || 'No subject'}
        </h2>
        <p className="text-sm text-muted wrap-anywhere">
          {fromName ? (
            <>
              <bdi>{fromName}</bdi>,{' '}
            </>
          ) : null}
          <a href={`mailto:${fromAddress}`} className="link">
            {fromAddress}
          </a>
          , <Moment at={createdAt} />
        </p>
        <p className="text-sm text-warn">{reasons[reason] ?? reason}</p>
      </div>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {body}
      </p>
      <form method="post" action={path}>
        <input type="hidden" name="mail" value={id} />
        <SubmitButton variant="secondary" pendingLabel="Deleting...">
          Delete
        </SubmitButton>
      </form>
    </li>
  );
}
