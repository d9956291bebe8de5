// One round of paying out, in a process of its own that its test may kill at any moment: gathers, sends, asks how it stands.
// It says when it begins, on standard output.
import { gatherPayouts } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { pollPayouts, sendPayouts } from '#app/domain/programme/payouts/sending.server.ts';
import { disconnectDatabase, prisma } from '#app/platform/database/client.server.ts';
import { setMailRenderer } from '#app/platform/mail/outbox.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';

setMailRenderer((template) => ({ subject: template, text: '', html: '', headers: {} }));
connectPaypal(JSON.parse(process.env.PAYPAL_SETTINGS ?? ''));
await prisma().$queryRaw`SELECT 1`;
console.log('begun');
await gatherPayouts();
await sendPayouts();
await pollPayouts();
await disconnectDatabase();
