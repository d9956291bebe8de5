import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventKinds } from '#app/domain/operating/devops/webhooks/kinds.ts';
import { newSecret, sealSecret } from '#app/domain/operating/devops/webhooks/secrets.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';

/** An endpoint as an owner has added it. */
export async function newEndpoint({ url, events = eventKinds }: { url: string; events?: readonly string[] }) {
  const id = randomUUID();
  const secret = newSecret();
  await prisma().webhookEndpoint.create({
    data: { id, url, events: [...events], secretSealed: sealSecret(secret, id), createdAt: new Date() },
  });
  return { id, secret };
}

/** What a receiver was sent. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { id: string; type: string; sequence: number; data: Record<string, unknown> };
}

/** A program that is told: it keeps what it is sent, and answers as a test says. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    answer: (response: ServerResponse, _received: Received): unknown => response.writeHead(204).end(),
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
    received.push(one);
    receiver.answer(response, one);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    port,
    url: `http://127.0.0.1:${port}/hooks`,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  });
}
