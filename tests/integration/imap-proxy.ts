import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before an IMAP server, passes on what is said, and knows how much was answered. */
interface ImapDoor {
  port: number;
  /** Bytes that came back so far. */
  readonly answered: number;
  /** What clients said so far, command by command. */
  readonly commands: string[];
  /** What is done, instead of passing it on, once a client says something of this form; null lets all through. */
  on: { form: RegExp; act: (client: Socket) => void } | null;
  close(): void;
}

/** Opens a door to a server on this machine that speaks in the clear. */
export async function openImapDoor(serverPort: number): Promise<ImapDoor> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const behind = connect(serverPort, '127.0.0.1');
    for (const [socket, other] of [
      [client, behind],
      [behind, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
    client.on('data', (chunk) => {
      commands.push(String(chunk));
      if (door.on?.form.test(String(chunk))) door.on.act(client);
      else behind.write(chunk);
    });
    behind.on('data', (chunk) => {
      answered += chunk.length;
      client.write(chunk);
    });
  });
  let answered = 0;
  const commands: string[] = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const door: ImapDoor = {
    port: (server.address() as AddressInfo).port,
    get answered() {
      return answered;
    },
    commands,
    on: null,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return door;
}
