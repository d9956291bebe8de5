declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Reads a file of people for the dry run, from where the last attempt stopped. */
    'check-people-import': { importId: string };
    /** Imports the people of a file that was checked, from where the last attempt stopped. */
    'import-people': { importId: string };
    /** Undoes an import for people who have not acted since. */
    'undo-people-import': { importId: string };
  }
}

export type {};
