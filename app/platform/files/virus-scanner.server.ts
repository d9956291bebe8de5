import { connect } from 'node:net';
import { config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { VirusScanner } from '#app/platform/settings/virus-scanner.ts';

// Files that are kept as they came are shown to ClamAV's daemon, where the operator runs one (VIRUS_SCANNER_URL). Its protocol: a command
// that ends in NUL, then pieces of the file, each after its length; an empty piece ends the file.

/**
 * What is known of a file: nothing was found in it, or nobody looks; something was; the daemon could not look into this one (too large for
 * its settings, or broken); or it cannot be reached now, or does not answer.
 */
type Verdict = 'clean' | 'infected' | 'refused' | 'away';

/** How long the daemon may take for a file, in milliseconds. */
const usualTimeoutMs = 15_000;
/** A piece of a file as it is sent, in bytes. */
const pieceBytes = 64 * 1024;
/** An answer is one line. */
const maxReplyLength = 1_000;

function* piecesOf(bytes: Uint8Array): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.byteLength);
    yield Buffer.concat([length, piece]);
  }
  yield Buffer.alloc(4);
}

/** What the daemon answers about a file. @throws where it cannot be reached, or says nothing in time */
function ask({ host, port }: VirusScanner, bytes: Uint8Array, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const deadline = setTimeout(() => socket.destroy(new Error('no answer in time')), timeoutMs);
    let reply = '';
    let failure: Error | null = null;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      reply += text;
      if (reply.includes('\0') || reply.length > maxReplyLength) socket.end();
    });
    socket.on('error', (error) => {
      failure = error;
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      // It may answer and hang up before it has read the whole of a file.
      if (failure && reply === '') reject(failure);
      else resolve(reply.split('\0', 1)[0]?.trim() ?? '');
    });
    socket.on('connect', () => {
      for (const piece of piecesOf(bytes)) socket.write(piece);
    });
  });
}

/** Shows a file to the scanner. Without one every file is clean. */
export async function scanFile(
  bytes: Uint8Array,
  scanner = config().virusScanner,
  timeoutMs = usualTimeoutMs,
): Promise<Verdict> {
  if (scanner === null) return 'clean';
  let isAway = false;
  const reply = await ask(scanner, bytes, timeoutMs).catch((error: unknown) => {
    isAway = true;
    return String(error);
  });
  if (/: OK$/.test(reply)) return 'clean';
  if (/ FOUND$/.test(reply)) {
    log().warn({ found: reply.slice(0, 200) }, 'a virus was found in a file');
    return 'infected';
  }
  log().error({ answer: reply.slice(0, 200) }, 'a file could not be scanned for viruses');
  return isAway || reply === '' ? 'away' : 'refused';
}
