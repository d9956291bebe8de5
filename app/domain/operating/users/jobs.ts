export {};

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Cancels what renews of a deactivated account at its provider, with the end of what is paid, or suspends it where that could not be taken back. Of one that was activated again what was suspended goes on. */
    'cancel-renewals': { userId: string };
  }
}
