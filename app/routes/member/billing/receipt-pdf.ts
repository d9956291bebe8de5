import { writeReceiptPdf } from '#app/domain/selling/receipts/receipt-pdf.server.ts';
import { findReceipt } from '#app/domain/selling/receipts/receipts.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { pdfResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/receipt-pdf';

/** One's own receipt or credit note as a PDF. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const receipt = await findReceipt(context.get(memberContext).id, params.number);
  if (!receipt) throw notFound('There is no such receipt');
  const name = receipt.kind === 'receipt' ? 'receipt' : 'credit-note';
  return pdfResponse(request, {
    write: () => writeReceiptPdf(receipt),
    name: `${name}-${receipt.number}.pdf`,
  });
}
