import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';

/** What names have: texts, or a server that cannot say; a name that is not in it does not exist. */
export type Zone = Readonly<Record<string, readonly string[] | 'failure'>>;

/** The name that a question asks for, and where in the message the question ends. */
function readQuestion(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** A text record as DNS sends it: in parts of at most 255 characters. */
function textRecord(text: string): Buffer {
  const parts = text.match(/[\s\S]{1,255}/g) ?? [''];
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  );
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 255]);
  return Buffer.concat([head, data]);
}

/** A DNS server that answers for text records (RFC 1035), a resolver that asks it, and the names it was asked for. */
export async function startDns(zone: Zone) {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (message, { port, address }) => {
    const { name, end } = readQuestion(message);
    questions.push(name);
    const texts = zone[name];
    const records = texts && texts !== 'failure' ? texts.map(textRecord) : [];
    const head = Buffer.from(message.subarray(0, 12));
    // An answer, recursion available, and its code: none, the server failed, or no such name.
    head.writeUInt16BE(0x8180 + (texts ? (texts === 'failure' ? 2 : 0) : 3), 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, message.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 20_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolver, questions, stop: () => socket.close() };
}
