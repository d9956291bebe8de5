import { resellerProgramme } from '#app/domain/core/catalogue/products.ts';
import { openSession, postOnly } from '#app/routes/checkout/open-session.server.ts';
import type { Route } from './+types/create-reseller-session';

export const loader = postOnly;

export const action = (args: Route.ActionArgs) =>
  openSession(args, 'create-reseller-session', () => resellerProgramme);
