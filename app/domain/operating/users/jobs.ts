export {};

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Cancels what renews of a deactivated account at its provider, with the end of what is paid. Nothing where it was activated again. */
    'cancel-renewals': { userId: string };
  }
}
