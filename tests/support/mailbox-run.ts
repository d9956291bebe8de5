// Reads the mailbox of the settings once, in a process of its own that its test kills.
import { readMailbox } from '#app/domain/talk/support/mailbox-reading.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { connectIsolatedTasks, stopIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

setMailRenderer((template) => ({ subject: template, text: '', html: '', headers: {} }));
connectIsolatedTasks('app/program/isolated-tasks.server.ts');
await readMailbox();
await stopIsolated();
await disconnectDatabase();
