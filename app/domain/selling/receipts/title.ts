/** The headline of a document; by itself, as lists of payments want nothing else of it in the browser. */
export const receiptTitle = ({ kind }: { kind: 'receipt' | 'credit_note' }): string =>
  kind === 'receipt' ? 'Receipt' : 'Credit note';
