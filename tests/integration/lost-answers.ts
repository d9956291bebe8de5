import { afterEach } from 'vitest';
import { config } from '#app/platform/config.server.ts';
import { withDeadline } from '#app/platform/payments/deadline.server.ts';
import { connectPayments } from '#app/platform/payments/payments.server.ts';
import { sandbox } from '#tests/integration/card-buyers.ts';
import { startUnresponsive, type TakenCall } from '#tests/integration/unresponsive-provider.ts';

let stop: (() => Promise<void>) | undefined;

afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** Stripe, which takes calls of this path and does not answer until it is told to. */
export async function hangAt(path: RegExp) {
  const held = (call: TakenCall) => call.method === 'POST' && path.test(call.path);
  const standIn = await startUnresponsive(sandbox.apiPort, held);
  stop = standIn.stop;
  connectPayments(standIn.port, { ...config().stripe, retries: 2 });
  return standIn;
}

/** Presses a button, and has the request's deadline be over once the provider holds the call: what came of it, or what was said. */
export async function press<T>(
  standIn: Awaited<ReturnType<typeof hangAt>>,
  work: () => Promise<T>,
): Promise<unknown> {
  const deadline = new AbortController();
  const pressed = withDeadline(deadline.signal, work).then(
    () => 'answered',
    (error: unknown) => error,
  );
  await standIn.untilHeld();
  deadline.abort();
  return pressed;
}
