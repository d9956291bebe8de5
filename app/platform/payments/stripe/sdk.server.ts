import type Stripe from 'stripe';
import { onDemand } from '#app/platform/runtime/on-demand.server.ts';

/** Stripe's SDK. Its errors are told by its classes, so all take it from here. */
export const stripeSdk = onDemand<typeof Stripe>('stripe', { isExpected: true });
