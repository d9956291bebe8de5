import { z } from 'zod';
import { mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import {
  cancelPayouts,
  manySchemas,
  markPayoutsPaid,
  retryPayouts,
  writeShown,
} from '#app/domain/programme/payouts/change-payouts.server.ts';
import {
  checkPayouts,
  type PayoutAction,
  payoutActions,
  type SelectedPayout,
} from '#app/domain/programme/payouts/payout-selection.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { payoutNouns } from '#app/routes/admin/commissions/payout-actions.tsx';
import { readPayoutSelection } from '#app/routes/admin/commissions/payout-scope.ts';
import { countOf, countPeople } from '#app/routes/admin/count-of.ts';
import { answerBulk } from '#app/routes/admin/lists/bulk-words.ts';
import { readSelectionOf } from '#app/routes/admin/lists/no-selection.server.ts';
import { LeftOut, NothingToChange, SelectionForm } from '#app/routes/admin/lists/selection-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { formAction, parseForm, unknownAction } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/selected-payouts';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

const path = `${deskPath}/payouts`;

/** @throws a 400 for what no button of the list asks for */
function readPayoutAction(query: URLSearchParams): PayoutAction {
  const action = z.enum(payoutActions).safeParse(query.get('do'));
  if (!action.success) throw unknownAction();
  return action.data;
}

/** Two queries at most. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const action = readPayoutAction(query);
  const back = withQuery(path, query.get('filter') ?? '', {});
  const selection = await readSelectionOf(back, () => readPayoutSelection(query));
  const { ready, leftOut, isMore } = await checkPayouts(actorOf(context).id, action, selection, mostAtOnce);
  return {
    action,
    back,
    ready: ready.slice(0, mostShown),
    count: ready.length,
    cents: ready.reduce((sum, { cents }) => sum + cents, 0),
    people: new Set(ready.map(({ userId }) => userId)).size,
    rows: writeShown(ready),
    leftOut: leftOut.slice(0, mostShown),
    leftOutCount: leftOut.length,
    isMore,
  };
}

/** So many payouts are named; sums and buttons are of all. */
const mostShown = 100;

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  const answer = { nouns: payoutNouns, nameOf: (item: string | number) => `payout ${item}` };
  switch (readPayoutAction(url.searchParams)) {
    case 'paid':
      return answerBulk(path, await markPayoutsPaid(actor, parseForm(form, manySchemas.paid)), {
        ...answer,
        done: 'marked paid',
        already: 'marked paid already',
      });
    case 'cancel':
      return answerBulk(path, await cancelPayouts(actor, parseForm(form, manySchemas.cancel)), {
        ...answer,
        done: 'canceled',
        already: 'canceled already',
      });
    case 'retry':
      return answerBulk(path, await retryPayouts(actor, parseForm(form, manySchemas.retry)), {
        ...answer,
        done: 'paid again',
        already: 'paid again already',
      });
  }
});

const titles: Record<PayoutAction, string> = {
  paid: 'Mark payouts as paid',
  cancel: 'Cancel payouts',
  retry: 'Pay again',
};

const leads: Record<PayoutAction, string> = {
  paid: 'These were not handed to the payment provider. Mark them paid if you paid them another way. We email each affiliate.',
  cancel: 'These were not handed to the payment provider. Their money goes back to the balances.',
  retry: 'The money of these came back. Each person gets one new payout of all that is approved now.',
};

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? titles[loaderData.action] : 'Payouts'),
];

type Loaded = Route.ComponentProps['loaderData'];

function buttonText({ action, cents, count, people, ready }: Loaded): string {
  const money = formatMoney(cents);
  const whom = people === 1 ? ready[0]?.userName || 'a deleted account' : countPeople(people);
  if (action === 'paid') return `Mark ${money} to ${whom} as paid`;
  if (action === 'cancel') return `Cancel ${countOf(count, 'payout')} of ${money}`;
  return `Pay ${money} to ${whom} again`;
}

export default function SelectedPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const { action, ready, count, leftOut, leftOutCount, isMore, back } = loaderData;
  const form = formFields<{ rows: string; reference: string; reason: string }>('selected', actionData);
  const errors = form.errors ?? form.field('rows').errors;
  return (
    <div className="grid gap-5">
      <Breadcrumb
        crumbs={[
          { to: deskPath, label: 'Commissions' },
          { to: path, label: 'Payouts' },
        ]}
        current={titles[action]}
      />
      <PageHeading title={titles[action]}>{leads[action]}</PageHeading>
      {isMore ? <Notice>These are the latest 1,000. Repeat this for the others.</Notice> : null}
      {count === 0 ? (
        <NothingToChange title="None of these payouts can be changed this way" errors={errors} back={back} />
      ) : (
        <>
          <SelectionForm
            id={form.id}
            count={countOf(count, 'payout')}
            money={formatMoney(loaderData.cents)}
            rows={loaderData.rows}
            errors={errors}
            button={buttonText(loaderData)}
            pendingLabel={action === 'retry' ? 'Paying...' : 'Saving...'}
            isDanger={action === 'cancel'}
            back={back}
          >
            {action === 'paid' ? (
              <TextField
                {...form.field('reference')}
                label="Reference of the payment"
                hint="Each affiliate reads it on the statement."
                required
                maxLength={200}
                autoComplete="off"
              />
            ) : null}
            <ReasonField {...form.field('reason')} required />
          </SelectionForm>
          <PayoutTable rows={ready} count={count} />
        </>
      )}
      <LeftOut
        rows={leftOut.map(({ number, userName, why }) => ({
          key: number,
          name: (
            <>
              <Link to={`${path}/${number}`} className="link">
                Payout {number}
              </Link>{' '}
              to <bdi>{userName || 'a deleted account'}</bdi>
            </>
          ),
          why,
        }))}
        count={leftOutCount}
      />
    </div>
  );
}

function PayoutTable({ rows, count }: { rows: readonly SelectedPayout[]; count: number }) {
  return (
    <DataTable
      caption={count > rows.length ? `The latest ${rows.length} of ${count} payouts` : 'Selected payouts'}
      rows={rows}
      keyOf={({ number }) => number}
      foot={count > rows.length ? `The latest ${rows.length} of ${countOf(count, 'payout')}` : null}
      columns={[
        {
          label: 'Payout',
          cell: ({ number }) => (
            <Link to={`${path}/${number}`} className="link">
              {number}
            </Link>
          ),
        },
        {
          label: 'Affiliate',
          cell: ({ userId, userName }) => (
            <Link to={`${deskPath}/statements/${userId}`} className="link">
              <bdi>{userName || 'Deleted user'}</bdi>
            </Link>
          ),
        },
        { label: 'Amount', isFigure: true, cell: ({ cents, currency }) => formatMoney(cents, currency) },
        { label: 'To', cell: ({ email }) => <EmailText address={email} /> },
        { label: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}
