import { membership } from '#app/domain/core/catalogue/products.ts';
import { openSession, postOnly } from '#app/routes/checkout/open-session.server.ts';
import type { Route } from './+types/create-membership-session';

export const loader = postOnly;

export const action = (args: Route.ActionArgs) =>
  openSession(args, 'create-membership-session', () => membership);
