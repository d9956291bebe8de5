import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stopChild } from '#tests/bench/child.ts';
import type { Answer } from '#tests/bench/http.ts';

export interface BareServer {
  url: string;
  /** From here on every request is answered with the same bytes and headers as this answer. */
  imitate(answer: Answer): Promise<void>;
  stop(): Promise<void>;
}

/** Headers that belong to a connection or a moment: Node writes them itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive']);

/** Starts the bare server, see bare-server.ts. */
export async function startBareServer(): Promise<BareServer> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' });
  const port = await reply(child);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async imitate({ status, rawHeaders, body }) {
      const isSet = reply(child);
      child.send({ status, rawHeaders: withoutOwn(rawHeaders), body });
      await isSet;
    },
    stop: () => stopChild(child),
  };
}

/** The next message of the child. @throws when it ends instead. */
async function reply(child: ChildProcess): Promise<unknown> {
  const given = new AbortController();
  const { signal } = given;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as unknown),
      once(child, 'exit', { signal }).then(() => {
        throw new Error('The bare server has ended.');
      }),
    ]);
  } finally {
    given.abort();
  }
}

function withoutOwn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter(
    (_, index) => !ownHeaders.has((rawHeaders[index - (index % 2)] ?? '').toLowerCase()),
  );
}
