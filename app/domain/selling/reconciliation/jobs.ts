import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /**
     * Reads the payment providers' lists, applies what no webhook brought, compares, repairs and reports ([decision
     * 18](decisions/0018-reconciliation.md)).
     */
    'reconcile-payments': NoData;
  }
}
