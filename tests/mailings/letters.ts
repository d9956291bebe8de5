// Sends the letters that are on their way, and delivers their mails, in a process of its own that its test may kill at any moment. At its end
// it says how much memory it had at most (resident, in MB), on standard output.
import { setTimeout } from 'node:timers/promises';
import { sendLetters } from '#app/domain/operating/letters/sending.server.ts';
import { withholdBulkMail } from '#app/domain/operating/sequences/withholding.server.ts';
import { disconnectDatabase, prisma } from '#app/platform/database/client.server.ts';
import { checkBulkMail } from '#app/platform/mail/delivery.server.ts';
import { startMailLanes, stopMailLanes } from '#app/platform/mail/lanes.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { watchMemory } from '#tests/mailings/peak-memory.ts';

setMailRenderer((_, data) => {
  const { subject, letter } = data as { subject: string; letter: { html: string; text: string } };
  return { lane: 'bulk', subject, html: letter.html, text: letter.text, headers: {} };
});
checkBulkMail(withholdBulkMail);
const reportPeak = watchMemory();
startMailLanes();
for (;;) {
  await sendLetters();
  const [letters, mails] = await Promise.all([
    prisma().letter.count({ where: { state: 'sending' } }),
    prisma().mailOutbox.count({ where: { lane: 'bulk', status: 'queued' } }),
  ]);
  if (letters + mails === 0) break;
  await setTimeout(100);
}
await stopMailLanes();
await disconnectDatabase();
reportPeak();
process.exit(0);
