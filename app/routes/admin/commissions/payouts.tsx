import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { deskCountsRead } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import { payoutWords } from '#app/domain/programme/payouts/entry-words.ts';
import { sendBatchAgain } from '#app/domain/programme/payouts/payout-desk.server.ts';
import { payoutGroups, readPayoutGroup } from '#app/domain/programme/payouts/payout-groups.ts';
import {
  type DeskPayout,
  listPayoutDesk,
  readPayoutDesk,
  readPayoutNumber,
  type StuckBatch,
} from '#app/domain/programme/payouts/payout-list.server.ts';
import { refusalInWords } from '#app/domain/programme/payouts/refusal-words.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { DeskFrame, deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { PayoutActions, payoutNouns } from '#app/routes/admin/commissions/payout-actions.tsx';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { ListTop } from '#app/routes/admin/lists/list-top.tsx';
import { readListViewsWith } from '#app/routes/admin/lists/list-views.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { matchText } from '#app/ui/bulk-bar.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { WorkList } from '#app/ui/work-list.tsx';
import type { Route } from './+types/payouts';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read', 'money:move')];

const path = `${deskPath}/payouts`;

/** The list is paged by the numbers of payouts. */
function payoutKey(text: string | null): { number: number } | null {
  const number = readPayoutNumber(text);
  return number === null ? null : { number };
}

/** Three queries. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const group = readPayoutGroup(query);
  const [{ rows, ...beside }, { stuck, cents, ...matching }, { listViews, beside: counts }] =
    await Promise.all([
      listPayoutDesk(group, readPlaceBy(query, payoutKey)),
      readPayoutDesk(group),
      readListViewsWith(request, context.get(memberContext).id, 'payouts', deskCountsRead()),
    ]);
  return {
    listViews,
    rows,
    stuck,
    matching,
    total: cents === null ? null : formatMoney(cents),
    counts,
    group,
    search: url.search,
    ways: waysOf(path, url.search, beside),
    mayMove: may(context, 'money:move'),
    isConfirmed: hasConfirmed(context),
  };
}

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  if (form.get('intent') !== 'send-again') throw unknownAction();
  await sendBatchAgain(actorOf(context), String(form.get('batch') ?? ''));
  return redirectWithFlash(path, 'The batch is being handed over again.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Payouts')];

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, search, listViews, stuck, counts, group, ways, mayMove, isConfirmed } = loaderData;
  return (
    <DeskFrame
      tab="payouts"
      counts={counts}
      lead="Payouts to affiliates, newest first. Open one to mark it paid by hand or to take it back."
      actions={mayMove ? <ButtonLink to={`${path}/new`}>Preview a batch</ButtonLink> : null}
    >
      <FormErrors id="payouts-error" errors={actionData?.lastResult.error?.['']} />
      {mayMove && stuck.length > 0 && !isConfirmed ? <ConfirmFirst returnTo={path} what="Payouts" /> : null}
      {stuck.length > 0 ? <StuckBatches batches={stuck} mayMove={mayMove && isConfirmed} /> : null}
      <nav aria-label="Payouts by state" className="no-print min-w-0">
        <ul className="swipe-row flex gap-1">
          {[['', 'All'], ...Object.entries(payoutGroups).map(([key, { label }]) => [key, label])].map(
            ([key, label]) => {
              const isCurrent = (group ?? '') === key;
              return (
                <li key={key} className="shrink-0">
                  <Link
                    to={key ? `${path}?state=${key}` : path}
                    aria-current={isCurrent ? 'true' : undefined}
                    className={classNames(
                      'inline-flex min-h-9 items-center rounded-full px-3 text-sm no-underline',
                      isCurrent
                        ? 'bg-accent-soft font-semibold text-accent'
                        : 'hover:bg-sunken hover:text-accent',
                    )}
                  >
                    {label}
                  </Link>
                </li>
              );
            },
          )}
        </ul>
      </nav>
      <ListTop
        list="payouts"
        path={path}
        search={search}
        alsoApplied={group ? ['state'] : []}
        listViews={listViews}
      />
      {rows.length === 0 ? (
        <EmptyState title="No payouts here" />
      ) : (
        <WorkList>
          <PayoutTable {...loaderData} />
          {mayMove ? <PayoutActions {...loaderData} shownCount={rows.length} /> : null}
        </WorkList>
      )}
      <ListWays {...ways} />
    </DeskFrame>
  );
}

const origins: Record<string, string> = {
  monthly: 'Monthly',
  request: 'Asked for',
  manual: 'By an admin',
  last: 'Last payout',
};

type Loaded = Route.ComponentProps['loaderData'];

function PayoutTable({ rows, listViews, mayMove, matching, total }: Loaded) {
  const all = matchText(matching, payoutNouns);
  return (
    <DataTable<DeskPayout>
      {...listViews.display}
      selection={
        mayMove
          ? {
              keyOf: ({ number }) => String(number),
              labelOf: ({ number }) => `Payout ${number}`,
              amountOf: ({ amountCents, currency }) => ({ cents: amountCents, currency }),
            }
          : undefined
      }
      foot={total ? `${all}, ${total} in all` : all}
      caption="Payouts"
      rows={rows}
      keyOf={(payout) => payout.number}
      columns={[
        {
          label: 'Payout',
          cell: (payout) => (
            <Link to={`${path}/${payout.number}`} className="link">
              {payout.number}
            </Link>
          ),
        },
        {
          label: 'Affiliate',
          cell: (payout) => (
            <Link to={`${deskPath}/statements/${payout.userId}`} className="link">
              <bdi>{payout.userName || 'Deleted user'}</bdi>
            </Link>
          ),
        },
        {
          label: 'Amount',
          isFigure: true,
          cell: (payout) => formatMoney(payout.amountCents, payout.currency),
        },
        {
          label: 'State',
          cell: (payout) => {
            const { text, tone } = payoutWords[payout.state];
            return (
              <span className="whitespace-nowrap">
                <Badge tone={tone}>{text}</Badge>
              </span>
            );
          },
        },
        {
          label: 'To',
          cell: (payout) =>
            payout.reference ? `By hand: ${payout.reference}` : <EmailText address={payout.email} />,
        },
        {
          label: 'Made',
          cell: (payout) => (
            <span>
              <Moment at={payout.createdAt} />
              <span className="block text-xs text-muted">{origins[payout.origin]}</span>
            </span>
          ),
        },
        { label: 'Paid', cell: (payout) => (payout.paidAt ? <Moment at={payout.paidAt} /> : null) },
      ]}
    />
  );
}

function StuckBatches({ batches, mayMove }: { batches: readonly StuckBatch[]; mayMove: boolean }) {
  return (
    <section aria-labelledby="stuck" className="grid gap-3">
      <h2 id="stuck" className="text-xl">
        Waiting to be handed over
      </h2>
      <DataTable
        caption="Batches that wait to be handed over"
        rows={batches}
        keyOf={({ id }) => id}
        columns={[
          { label: 'Made', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { label: 'Payouts', isFigure: true, cell: ({ payouts }) => payouts },
          { label: 'In all', isFigure: true, cell: ({ cents }) => formatMoney(cents) },
          {
            label: 'What the provider said',
            cell: ({ lastError, isRefused }) => (
              <>
                {lastError ? refusalInWords(lastError) : 'Nothing yet'}
                {isRefused ? (
                  <span className="block text-xs text-muted">
                    Refused: its payouts can be paid by hand or canceled, too.
                  </span>
                ) : null}
              </>
            ),
          },
          {
            label: 'What to do',
            isHidden: true,
            isShown: mayMove,
            cell: ({ id, cents, payouts }) => (
              <form method="post" action={path}>
                <input type="hidden" name="batch" value={id} />
                <SubmitButton intent="send-again" variant="secondary" pendingLabel="Sending...">
                  {`Send ${formatMoney(cents)} again (${payouts === 1 ? '1 payout' : `${payouts} payouts`})`}
                </SubmitButton>
              </form>
            ),
          },
        ]}
      />
    </section>
  );
}
