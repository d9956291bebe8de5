import type { NoData } from '#app/platform/jobs/kinds.ts';

declare module '#app/platform/jobs/kinds.ts' {
  interface Jobs {
    'send-digests': NoData;
    'send-push': { notificationIds: string[] };
    'tell-new-pieces': NoData;
  }
}
