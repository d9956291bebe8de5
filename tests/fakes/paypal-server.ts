// node tests/fakes/paypal-server.ts <port> <address of the site's webhook>: the fake PayPal as a process of its own.
import { setTimeout as wait } from 'node:timers/promises';
import { type Delivery, startPaypalFake } from '#tests/fakes/paypal.ts';

const [port, webhookUrl = ''] = process.argv.slice(2);

/** Sends a webhook until it is answered with success, as PayPal does. */
async function send({ body, headers }: Delivery): Promise<void> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    const response = await fetch(webhookUrl, { method: 'POST', body, headers }).catch(() => null);
    if (response?.ok) return;
    await wait(250);
  }
}

const fake = await startPaypalFake(send, Number(port));
process.once('SIGTERM', () => fake.close());
