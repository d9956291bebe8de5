import { resellerPro, resellerProFree3 } from '#app/domain/core/catalogue/products.ts';
import { openSession, postOnly } from '#app/routes/checkout/open-session.server.ts';
import type { Route } from './+types/create-pro-reseller-session';

export const loader = postOnly;

/** Reseller PRO; with `three_months_free` the form of it whose first invoices are free. */
export const action = (args: Route.ActionArgs) =>
  openSession(args, 'create-pro-reseller-session', ({ three_months_free: wish }) =>
    wish === true || wish === 'true' ? resellerProFree3 : resellerPro,
  );
