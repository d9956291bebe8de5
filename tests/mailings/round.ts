// One round of a job that goes through members, in a process of its own that its test may kill at any moment. It says when it begins,
// and at its end how much memory it had at most (resident, in MB), on standard output.
import { sendDigests } from '#app/domain/core/notifications/digest.server.ts';
import { tellNewPieces } from '#app/domain/core/notifications/new-pieces.server.ts';
import { sendDueLetters } from '#app/domain/learning/email-course/sending.server.ts';
import { sendSequences } from '#app/domain/operating/sequences/sending.server.ts';
import { approveCommissions } from '#app/domain/programme/commissions/recalculation.server.ts';
import { announceRenewals } from '#app/domain/selling/billing/notices.server.ts';
import { disconnectDatabase, prisma } from '#app/platform/database/client.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { watchMemory } from '#tests/mailings/peak-memory.ts';

const jobs: Record<string, () => Promise<void>> = {
  sendDueLetters,
  sendDigests,
  tellNewPieces,
  approveCommissions,
  announceRenewals,
  sendSequences,
};

const job = jobs[process.argv[2] ?? ''];
if (!job) throw new Error(`Name one of ${Object.keys(jobs).join(', ')}.`);
setMailRenderer((template, data) => ({
  subject: template,
  text: JSON.stringify(data),
  html: JSON.stringify(data),
  headers: {},
}));
await prisma().$queryRaw`SELECT 1`;
const reportPeak = watchMemory();
console.log('begun');
await job();
await disconnectDatabase();
reportPeak();
