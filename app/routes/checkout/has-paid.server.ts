import { Refusal } from '#app/domain/core/values/errors.ts';
import { SoldOut } from '#app/domain/selling/billing/stock.server.ts';

/** Whether a purchase was refused to who has paid already, or has it: the page after the payment tells how far that is. */
export const hasPaid = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'conflict' && !(error instanceof SoldOut);
