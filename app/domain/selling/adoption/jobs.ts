import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Reads the subscriptions at mapped prices, and those that an admin has named, from the providers. Adopts none. */
    'read-foreign-subscriptions': NoData;
    /** Adopts the subscriptions that can be: each becomes an entitlement here. */
    'adopt-subscriptions': NoData;
  }
}
