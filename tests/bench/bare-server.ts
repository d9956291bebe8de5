// The yardstick, in a process of its own: what Node's server does when it has nothing to do but send given bytes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '#tests/bench/http.ts';

let answer: Answer = { status: 503, rawHeaders: [], body: Buffer.alloc(0) };

const server = createServer((_request, response) => {
  response.writeHead(answer.status, answer.rawHeaders).end(answer.body);
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

process.on('message', (next: Answer) => {
  answer = next;
  process.send?.('set');
});
// Whoever started this has gone.
process.on('disconnect', () => process.exit());
