import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { type BatchForm, batchSchema, sendBatch } from '#app/domain/programme/payouts/payout-desk.server.ts';
import { type PreviewRow, previewPayouts } from '#app/domain/programme/payouts/payout-preview.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { deskPath } from '#app/routes/admin/commissions/desk-frame.tsx';
import { countPeople } from '#app/routes/admin/count-of.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/new-batch';

export const middleware: Route.MiddlewareFunction[] = [allow('money:move')];

const list = `${deskPath}/payouts`;

export const loader = () => previewPayouts();

const countPayouts = (count: number) => (count === 1 ? '1 payout' : `${count} payouts`);

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { payouts, cents } = await sendBatch(actorOf(context), parseForm(form, batchSchema));
  return redirectWithFlash(list, `${countPayouts(payouts)} of ${formatMoney(cents)} in all are made.`);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Preview a batch')];

export default function NewBatch({ loaderData: preview, actionData }: Route.ComponentProps) {
  const { payouts, cents, paid, passedOver, passed } = preview;
  const form = formFields<Pick<BatchForm, 'reason'>>('batch', actionData);
  return (
    <div className="grid gap-5">
      <Breadcrumb
        crumbs={[
          { to: deskPath, label: 'Commissions' },
          { to: list, label: 'Payouts' },
        ]}
        current="Preview a batch"
      />
      <PageHeading title="Preview a batch">
        What would be paid now: all that is approved, of everybody who has the minimum and can be paid.
        Nothing is paid until you press the button.
      </PageHeading>
      <FormErrors id={form.errorId} errors={form.errors} />
      {payouts === 0 ? (
        <EmptyState title="There is nothing to pay out now" />
      ) : (
        <>
          <Card>
            <form
              method="post"
              noValidate
              id={form.id}
              className="grid items-start gap-4 md:grid-cols-[auto_1fr_auto]"
            >
              <p className="grid gap-0.5 md:pr-6">
                <span className="text-sm text-muted">{countPayouts(payouts)}</span>
                <span className="font-display text-3xl leading-tight tabular-nums">{formatMoney(cents)}</span>
              </p>
              {/* What is sent is what is shown here. */}
              <input type="hidden" name="payouts" value={payouts} />
              <input type="hidden" name="cents" value={cents} />
              <ReasonField {...form.field('reason')} required />
              <div className="flex flex-wrap gap-2 md:pt-[1.625rem]">
                <SubmitButton pendingLabel="Paying...">{`Pay ${formatMoney(cents)} to ${countPeople(payouts)}`}</SubmitButton>
                <ButtonLink variant="secondary" to={list}>
                  Not now
                </ButtonLink>
              </div>
            </form>
          </Card>
          <PreviewTable
            caption={
              payouts > paid.length ? `The ${paid.length} largest of ${payouts} payouts` : 'Who would be paid'
            }
            rows={paid}
            last="To"
          />
        </>
      )}
      {passed.length > 0 ? (
        <PreviewTable
          caption={
            passedOver > passed.length
              ? `The ${passed.length} largest of ${passedOver} who are passed over`
              : 'Who is passed over'
          }
          rows={passed}
          last="Why"
        />
      ) : null}
    </div>
  );
}

function PreviewTable({
  caption,
  rows,
  last,
}: {
  caption: string;
  rows: readonly PreviewRow[];
  last: 'To' | 'Why';
}) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{caption}</h2>
      <DataTable
        caption={caption}
        rows={rows}
        keyOf={({ userId }) => userId}
        columns={[
          {
            label: 'Affiliate',
            cell: ({ userId, name }) => (
              <Link to={`${deskPath}/statements/${userId}`} className="link">
                <bdi>{name || 'Deleted user'}</bdi>
              </Link>
            ),
          },
          { label: 'Amount', isFigure: true, cell: ({ cents }) => formatMoney(cents) },
          { label: last, cell: ({ email, obstacle }) => obstacle ?? email },
        ]}
      />
    </section>
  );
}
