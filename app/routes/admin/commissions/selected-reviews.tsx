import { z } from 'zod';
import { mostAtOnce } from '#app/domain/core/audit/change-many.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import type { ReviewRow } from '#app/domain/programme/commissions/review.server.ts';
import {
  checkReview,
  reviewCommissions,
  reviewDecisions,
  reviewManySchema,
} from '#app/domain/programme/commissions/review-selection.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { countOf, countPeople } from '#app/routes/admin/count-of.ts';
import { idOfKey, readBulkScope } from '#app/routes/admin/lists/bulk-scope.ts';
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
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/selected-reviews';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

const path = `${deskPath}/review`;

type Decision = (typeof reviewDecisions)[number];

/** @throws a 400 for what no button of the list asks for */
function readDecision(query: URLSearchParams): Decision {
  const decision = z.enum(reviewDecisions).safeParse(query.get('do'));
  if (!decision.success) throw unknownAction();
  return decision.data;
}

/** So many commissions are named; sums and buttons are of all. */
const mostShown = 100;

const isId = (text: string) => z.uuid().safeParse(text).success;

/** One query. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const query = url.searchParams;
  const decision = readDecision(query);
  const scope = await readSelectionOf(path, () => readBulkScope(query));
  const ids = 'keys' in scope ? scope.keys.map(idOfKey).filter(isId) : null;
  const { ready, leftOut, decided, isMore } = await checkReview(actorOf(context).id, ids, mostAtOnce);
  return {
    decision,
    ready: ready.slice(0, mostShown),
    count: ready.length,
    money: sumText(ready),
    people: new Set(ready.map(({ referrerId }) => referrerId)).size,
    rows: ready.map(({ id }) => id).join(','),
    leftOut,
    decided,
    isMore,
  };
}

/** "$141", with a sum for each currency. */
function sumText(rows: readonly ReviewRow[]): string {
  const sums = Map.groupBy(rows, ({ currency }) => currency);
  return [...sums]
    .map(([currency, group]) =>
      formatMoney(
        group.reduce((sum, { cents }) => sum + cents, 0),
        currency,
      ),
    )
    .join(' and ');
}

export const action = formAction(async ({ url, context }: Route.ActionArgs, form) => {
  const decision = readDecision(url.searchParams);
  form.set('decision', decision);
  return answerBulk(path, await reviewCommissions(actorOf(context), parseForm(form, reviewManySchema)), {
    nouns: ['commission', 'commissions'],
    done: decision,
    already: 'decided already',
  });
});

const titles: Record<Decision, string> = {
  released: 'Release commissions',
  rejected: 'Reject commissions',
};

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? titles[loaderData.decision] : 'Commissions'),
];

export default function SelectedReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { decision, ready, count, money, people, leftOut, decided, isMore } = loaderData;
  const form = formFields<{ rows: string; decision: string; reason: string }>('selected', actionData);
  const errors = form.errors ?? form.field('rows').errors ?? form.field('decision').errors;
  return (
    <div className="grid gap-5">
      <Breadcrumb
        crumbs={[
          { to: deskPath, label: 'Commissions' },
          { to: path, label: 'Under review' },
        ]}
        current={titles[decision]}
      />
      <PageHeading title={titles[decision]}>
        {decision === 'released'
          ? 'A released commission counts as if it had never been held.'
          : 'A rejected commission is reversed in the ledger. That cannot be undone.'}
      </PageHeading>
      {isMore ? <Notice>These are the oldest 1,000. Repeat this for the others.</Notice> : null}
      {decided > 0 ? (
        <Notice>{countOf(decided, 'commission')} that you selected were decided meanwhile.</Notice>
      ) : null}
      {count === 0 ? (
        <NothingToChange title="Nothing is left to decide here" errors={errors} back={path} />
      ) : (
        <>
          <SelectionForm
            id={form.id}
            count={countOf(count, 'commission')}
            money={money}
            rows={loaderData.rows}
            errors={errors}
            button={
              decision === 'released'
                ? `Release ${money} to ${countPeople(people)}`
                : `Reject ${money} of ${countPeople(people)}`
            }
            pendingLabel="Saving..."
            isDanger={decision === 'rejected'}
            back={path}
          >
            <ReasonField {...form.field('reason')} required />
          </SelectionForm>
          <ReviewTable rows={ready} count={count} />
        </>
      )}
      <LeftOut
        rows={leftOut.map(({ id, referrerName, why }) => ({ key: id, name: <bdi>{referrerName}</bdi>, why }))}
        count={leftOut.length}
      />
    </div>
  );
}

function ReviewTable({ rows, count }: { rows: readonly ReviewRow[]; count: number }) {
  return (
    <DataTable
      caption="Selected commissions"
      rows={rows}
      keyOf={({ id }) => id}
      foot={count > rows.length ? `The oldest ${rows.length} of ${countOf(count, 'commission')}` : null}
      columns={[
        {
          label: 'Affiliate',
          cell: ({ referrerId, referrerName }) => (
            <Link to={`${deskPath}/statements/${referrerId}`} className="link">
              <bdi>{referrerName || 'Deleted user'}</bdi>
            </Link>
          ),
        },
        { label: 'Commission', isFigure: true, cell: ({ cents, currency }) => formatMoney(cents, currency) },
        {
          label: 'Paid by',
          cell: ({ buyerId, buyerName }) => (
            <Link to={`/admin/users/${buyerId}`} className="link">
              <bdi>{buyerName || 'Deleted user'}</bdi>
            </Link>
          ),
        },
        { label: 'Held because', cell: ({ why }) => why.join(' ') },
        { label: 'Paid', cell: ({ paidAt }) => <Moment at={paidAt} /> },
      ]}
    />
  );
}
