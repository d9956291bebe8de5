// One round of sending webhooks, in a process of its own that its test kills.
import { sendWebhooks } from '#app/domain/operating/devops/webhooks/deliver.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';

await sendWebhooks({ forMs: 600_000 });
await disconnectDatabase();
