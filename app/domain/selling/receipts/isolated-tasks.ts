import type { ReceiptDocument } from '#app/domain/selling/receipts/document.ts';

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** A receipt or credit note as a PDF. */
    'draw-receipt': { input: { receipt: ReceiptDocument; brandName: string }; output: Uint8Array };
  }
}
