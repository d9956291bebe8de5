import { replaceOwnReceipt } from '#app/domain/selling/billing/receipt-replacement.server.ts';
import {
  type Party,
  periodText,
  receiptMoney,
  referenceText,
} from '#app/domain/selling/receipts/document.ts';
import { findReceiptWithRelated } from '#app/domain/selling/receipts/receipts.server.ts';
import { receiptTitle } from '#app/domain/selling/receipts/title.ts';
import { unprintable } from '#app/platform/documents/text-clusters.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { UnprintableNote } from '#app/routes/frame/unprintable-note.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, unknownAction } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/receipt';

const pathOf = (number: string) => `/profile/billing/receipts/${number}`;

export async function loader({ params, context }: Route.LoaderArgs) {
  const receipt = await findReceiptWithRelated(context.get(memberContext).id, params.number);
  if (!receipt)
    throw notFound('There is no such receipt', { to: '/profile/billing', label: 'Back to billing' });
  const { seller, buyer } = receipt;
  return {
    receipt,
    unprintable: unprintable(seller.name, seller.address, buyer.name, buyer.address, buyer.taxId),
  };
}

/** Issues the receipt anew, with the billing details of today. */
export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  if (form.get('intent') !== 'replace') throw unknownAction();
  const number = await replaceOwnReceipt(context.get(memberContext), params.number);
  return redirectWithFlash(pathOf(number), `This is your new receipt. It replaces ${params.number}.`);
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `${receiptTitle(loaderData.receipt)} ${loaderData.receipt.number}` : ''),
];

export default function Receipt({ loaderData: { receipt, unprintable }, actionData }: Route.ComponentProps) {
  const { kind, number, issuedAt, paidAt, paidWith, replacedBy, further } = receipt;
  const title = receiptTitle(receipt);
  const reference = referenceText(receipt);
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/profile/billing', label: 'Billing' }]} current={`${title} ${number}`} />
      <FormErrors id="receipt-error" errors={actionData?.lastResult?.error?.['']} />
      {replacedBy ? (
        <Notice tone="warn">
          This receipt is no longer valid: it was replaced by{' '}
          <Link className="link" to={pathOf(replacedBy)}>
            {replacedBy}
          </Link>
          .
        </Notice>
      ) : null}
      <Card className="grid gap-8 sm:p-10">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 sm:flex-nowrap">
          <div className="grid gap-2">
            <h1 className="text-3xl sm:text-4xl">
              {title} <span className="whitespace-nowrap tabular-nums">{number}</span>
            </h1>
            <p className="text-sm text-muted">
              Issued on <Day at={issuedAt} />.{' '}
              {kind === 'receipt' ? `Paid ${paidWith} on ` : `For what was paid ${paidWith} on `}
              <Day at={paidAt} />.
            </p>
            {reference ? <p className="text-sm">{reference}</p> : null}
          </div>
          <ButtonLink
            variant="secondary"
            className="no-print shrink-0"
            to={`${pathOf(number)}/pdf`}
            reloadDocument
          >
            Download PDF
          </ButtonLink>
        </header>
        <UnprintableNote characters={unprintable} />
        <div className="grid gap-6 sm:grid-cols-2">
          <PartyBlock label="From" party={receipt.seller} />
          <PartyBlock label={kind === 'receipt' ? 'Sold to' : 'Credited to'} party={receipt.buyer} />
        </div>
        <Amounts receipt={receipt} />
      </Card>
      {further.length > 0 ? (
        <p className="text-sm text-muted">
          About the same payment:{' '}
          {further.map((other, index) => (
            <span key={other.number}>
              {index > 0 ? ', ' : ''}
              <Link className="link" to={pathOf(other.number)}>
                {receiptTitle(other).toLowerCase()} {other.number}
              </Link>{' '}
              ({receiptMoney(other.totalCents, receipt.currency)})
            </span>
          ))}
        </p>
      ) : null}
      {kind === 'receipt' && !replacedBy ? <Correction canBeReplaced={receipt.canBeReplaced} /> : null}
    </div>
  );
}

type ReceiptData = Route.ComponentProps['loaderData']['receipt'];

function PartyBlock({ label, party: { name, address, taxId } }: { label: string; party: Party }) {
  return (
    <section className="grid content-start gap-1">
      <h2 className="eyebrow font-sans">{label}</h2>
      <p dir="auto" className="font-semibold">
        {name}
      </p>
      {address ? (
        // Each line has a direction of its own, as in the PDF.
        <div className="text-sm">
          {address.split(/\r?\n/).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address never move.
            <p dir="auto" key={index}>
              {line}
            </p>
          ))}
        </div>
      ) : null}
      {taxId ? <p className="text-sm">Tax id {taxId}</p> : null}
    </section>
  );
}

function Amounts({ receipt }: { receipt: ReceiptData }) {
  const { kind, lines, taxCents, totalCents, currency } = receipt;
  return (
    <table className="w-full border-collapse text-left tabular-nums [&_td]:py-3 [&_td]:pl-4 [&_td]:text-right [&_td]:align-top [&_td]:whitespace-nowrap [&_th]:py-3 [&_th]:align-top [&_tr]:border-t [&_tr]:border-line">
      <caption className="sr-only">Amounts</caption>
      <tbody>
        {lines.map((line) => {
          const period = periodText(line);
          return (
            <tr key={line.description}>
              <th scope="row" className="font-normal">
                {line.description}
                {period ? <span className="block text-sm text-muted">{period}</span> : null}
              </th>
              <td>{receiptMoney(line.netCents, currency)}</td>
            </tr>
          );
        })}
        <tr>
          <th scope="row" className="font-normal">
            Tax
          </th>
          <td>{receiptMoney(taxCents, currency)}</td>
        </tr>
        <tr className="border-y-2 border-line-strong! text-lg font-semibold">
          <th scope="row">{kind === 'receipt' ? 'Total paid' : 'Total credited'}</th>
          <td>{receiptMoney(totalCents, currency)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** How a buyer gets a receipt with another name on it: it is never changed, but issued anew. */
function Correction({ canBeReplaced }: { canBeReplaced: boolean }) {
  return (
    <section aria-labelledby="correction" className="no-print grid gap-3">
      <h2 id="correction" className="text-xl">
        Something to correct?
      </h2>
      <p className="max-w-prose text-muted">
        An issued receipt cannot be changed, but it can be replaced. Update your{' '}
        <Link className="link" to="/profile/billing/details">
          name, address or tax ID
        </Link>
        , then issue a new receipt. It gets its own number and replaces this one.
      </p>
      {canBeReplaced ? (
        <form method="post">
          <SubmitButton variant="secondary" intent="replace" pendingLabel="Issuing...">
            Issue a new receipt with my current details
          </SubmitButton>
        </form>
      ) : null}
    </section>
  );
}
