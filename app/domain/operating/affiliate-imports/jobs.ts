declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Imports a checked file of affiliates or their referrals, from where the last attempt stopped. */
    'import-affiliates': { importId: string };
    /** Undoes an import of affiliates or referrals where nothing has built on it since. */
    'undo-affiliate-import': { importId: string };
  }
}

export type {};
