import { roleNames } from '#app/domain/core/access/role-names.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { AskingAccount, DeskTicket } from '#app/domain/talk/support/desk-ticket.server.ts';
import { replyTo } from '#app/routes/admin/support/desk-forms.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  ticket: Omit<DeskTicket, 'canned'>;
  path: string;
  own: string;
  reply: FormReply | undefined;
}

/** What stands beside a ticket: its assignee and its requester. */
export function TicketSide({ ticket, path, own, reply }: Props) {
  return (
    <aside aria-label="About this ticket" className="grid grid-cols-1 gap-4">
      <Handling {...{ ticket, path, own, reply }} />
      <Requester ticket={ticket} />
    </aside>
  );
}

function Handling({ ticket: { status, assigneeId, team }, path, own, reply }: Props) {
  const reopening = replyTo(reply, 'close', 'reopen');
  const form = formFields<{ assignee: string }>('assign', replyTo(reply, 'assign'), {
    assignee: assigneeId ?? '',
  });
  return (
    <Card className="grid gap-4 p-4! sm:p-5!">
      <h2 className="text-lg">Assigned to</h2>
      <form method="post" action={path} id={form.id} className="grid gap-3">
        <FormErrors id={form.errorId} errors={form.errors} />
        <SelectField {...form.field('assignee')} label="Assignee">
          <option value="">Unassigned</option>
          {team.map(({ id, name }) => (
            <option dir="auto" key={id} value={id}>
              {name || 'No name'}
              {id === own ? ' (you)' : ''}
            </option>
          ))}
        </SelectField>
        <SubmitButton
          intent="assign"
          variant="secondary"
          pendingLabel="Saving..."
          className="justify-self-start"
        >
          {assigneeId ? 'Reassign' : 'Assign'}
        </SubmitButton>
      </form>
      <form method="post" action={path} className="grid justify-items-start gap-3 border-t border-line pt-4">
        <FormErrors id="state-error" errors={reopening?.lastResult.error?.['']} />
        {status === 'closed' ? (
          <SubmitButton intent="reopen" variant="secondary" pendingLabel="Opening...">
            Reopen without replying
          </SubmitButton>
        ) : (
          <SubmitButton intent="close" variant="secondary" pendingLabel="Closing...">
            Close without replying
          </SubmitButton>
        )}
      </form>
    </Card>
  );
}

function Requester({ ticket: { name, email, isVisitor, account } }: Pick<Props, 'ticket'>) {
  return (
    <Card className="grid gap-3 p-4! text-sm sm:p-5!">
      <h2 className="text-lg">Requester</h2>
      <p className="grid">
        <span className="font-semibold" dir="auto">
          {name || 'No name given'}
        </span>
        <a href={`mailto:${email}`} className="link">
          <EmailText address={email} />
        </a>
      </p>
      {isVisitor ? (
        <Notice tone={account ? 'warn' : 'info'}>
          {account
            ? 'Sent without signing in. The account below has the same email address, which the sender confirmed.'
            : 'A visitor without an account, who confirmed this email address.'}
        </Notice>
      ) : null}
      {account ? <Account account={account} /> : null}
    </Card>
  );
}

function Account({ account }: { account: AskingAccount }) {
  const { id, role, status, hasMembership, memberSince, payments, paid, lastPaidAt, lastSeenAt, tickets } =
    account;
  const facts = [
    ['Membership', hasMembership ? 'Active' : 'None'],
    ['Role', roleNames[role as keyof typeof roleNames] ?? role],
    ['Account', status === 'active' ? 'Active' : 'Inactive'],
    ['Joined', <Day key="joined" at={memberSince} />],
    [
      'Payments',
      payments === 0 ? (
        'None'
      ) : (
        <span key="payments">
          {payments}, {paid.map(({ cents, currency }) => formatMoney(cents, currency)).join(' and ')} total
          {lastPaidAt ? (
            <>
              , last on <Day at={lastPaidAt} />
            </>
          ) : null}
        </span>
      ),
    ],
    ['Last seen', lastSeenAt ? <Moment key="seen" at={lastSeenAt} /> : 'Not recently'],
    ['Tickets', tickets],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link to={`/admin/users/${id}`} className="link inline-flex min-h-11 items-center justify-self-start">
        Open the account
      </Link>
    </>
  );
}
