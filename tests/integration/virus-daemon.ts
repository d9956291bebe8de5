import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { VirusScanner } from '#app/platform/settings/virus-scanner.ts';

/** What every scanner takes for a virus though it is none: EICAR's test file. It stands here in two pieces, so that none finds it. */
export const testVirus = [
  String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`,
  '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

/** What the stand-in takes for a file that it cannot look into. */
export const unreadableFile = 'too deep an archive';

/** How a stand-in for ClamAV's daemon behaves. */
type Mood = 'well' | 'silent' | 'gone' | 'full';

interface Daemon {
  scanner: VirusScanner;
  /** How often it was called. */
  calls: number;
  /** The sizes of the files that it was shown, in bytes. */
  seen: number[];
  mood: Mood;
  stop(): Promise<void>;
}

/** The pieces of a file in what was sent, as one; null while the file goes on. @throws for what is no INSTREAM command */
function fileIn(sent: Buffer): Buffer | null {
  const command = 'zINSTREAM\0';
  if (sent.byteLength < command.length) return null;
  if (sent.subarray(0, command.length).toString() !== command) throw new Error('UNKNOWN COMMAND');
  const pieces: Buffer[] = [];
  let at = command.length;
  while (sent.byteLength >= at + 4) {
    const length = sent.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(sent.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

function serve(socket: Socket, daemon: Daemon): void {
  let sent = Buffer.alloc(0);
  const answer = (text: string) => socket.end(`${text}\0`);
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    sent = Buffer.concat([sent, bytes]);
    if (daemon.mood === 'silent') return;
    if (daemon.mood === 'gone') return socket.end();
    if (daemon.mood === 'full') return answer('INSTREAM size limit exceeded. ERROR');
    const file = fileIn(sent);
    if (file === null) return;
    daemon.seen.push(file.byteLength);
    if (file.includes(unreadableFile)) return answer('stream: Heuristics failed ERROR');
    answer(file.includes(testVirus) ? 'stream: Win.Test.EICAR_HDB-1 FOUND' : 'stream: OK');
  });
}

/** Starts a stand-in for ClamAV's daemon that knows one virus. */
export async function startVirusDaemon(): Promise<Daemon> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    daemon.calls += 1;
    serve(socket, daemon);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const daemon: Daemon = {
    scanner: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    calls: 0,
    seen: [],
    mood: 'well',
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return daemon;
}
