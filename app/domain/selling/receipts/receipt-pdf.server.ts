import type { ReceiptDocument } from '#app/domain/selling/receipts/document.ts';
import type {} from '#app/domain/selling/receipts/isolated-tasks.ts';
import { config } from '#app/platform/config.server.ts';
import { writeInThread } from '#app/platform/documents/write-in-thread.server.ts';

/** A receipt or credit note as a tagged PDF; of one number always the same bytes. @throws {DocumentsBusy} */
export const writeReceiptPdf = (receipt: ReceiptDocument): Promise<Buffer> =>
  writeInThread('draw-receipt', { receipt, brandName: config().brandName });
