declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    /** Tells everyone with a seat in a team, by email and on the site, that its subscription has ended. `subscriptionId` is ours. */
    'tell-team-ended': { subscriptionId: string };
  }
}

export {};
