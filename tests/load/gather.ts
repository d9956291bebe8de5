// The 15th of the month, in a process of its own: gathers what is due to everybody, hands it over, and says what that took.
import { gatherPayouts } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { sendPayouts } from '#app/domain/programme/payouts/sending.server.ts';
import { disconnectDatabase } from '#app/platform/database/client.server.ts';
import { connectPaypal } from '#app/platform/payments/payments.server.ts';

connectPaypal(JSON.parse(process.env.PAYPAL_SETTINGS ?? ''));
const began = performance.now();
const { payouts } = await gatherPayouts();
await sendPayouts();
const ms = performance.now() - began;
await disconnectDatabase();
console.log(JSON.stringify({ payouts, ms, megabytes: process.resourceUsage().maxRSS / 1024 }));
