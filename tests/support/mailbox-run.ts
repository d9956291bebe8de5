// Reads the mailbox of the settings once, in a process of its own that its test kills.
import { readMailbox } from '#app/domain/support/mailbox-reading.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';

setMailRenderer((template) => ({ subject: template, text: '', html: '', headers: {} }));
await readMailbox();
await disconnectDatabase();
