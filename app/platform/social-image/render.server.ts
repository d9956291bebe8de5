import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { drawPicture, type SocialPicture } from '#app/platform/social-image/picture.ts';

const pictures = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
let last: Promise<unknown> = Promise.resolve();

function inThread(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    // Not bundled: Node runs the file as it stands in the project.
    const thread = new Worker(join(process.cwd(), 'app/platform/social-image/worker.ts'), {
      workerData: svg,
    });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The picture was not drawn')));
  });
}

/**
 * The PNG of a picture for sharing, drawn at its first request and kept; `key` names it. One is drawn at a time. Only for keys
 * of a bounded list, since nothing is dropped.
 */
export function renderPicture(key: string, picture: SocialPicture): Promise<Uint8Array<ArrayBuffer>> {
  const known = pictures.get(key);
  if (known) return known;
  const drawn = last.then(() => inThread(drawPicture(picture)));
  last = drawn.catch(() => pictures.delete(key));
  pictures.set(key, drawn);
  return drawn;
}
