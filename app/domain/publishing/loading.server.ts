import { setImmediate } from 'node:timers/promises';
import { documentOf } from '#app/domain/publishing/document.server.ts';
import { schemaOf } from '#app/domain/publishing/piece-schemas.server.ts';
import { readersOf } from '#app/domain/publishing/readers.server.ts';
import { type Overrides, setOverrides, withOverrides } from '#app/platform/content/files.server.ts';
import { prisma, type Transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { onAnnounced } from '#app/platform/runtime/broadcast.server.ts';

declare module '#app/platform/runtime/broadcast.server.ts' {
  interface Topics {
    /** What admins publish over the files of content/: whoever changes that announces it, each process loads it anew. */
    content: string;
  }
}

/** What stands over the files by the database. One query. */
export async function publishedOverrides(db: Pick<Transaction['db'], 'contentVersion'>): Promise<Overrides> {
  const rows = await db.contentVersion.findMany({
    where: { state: 'published', kind: { not: 'file' } },
    select: { path: true, text: true },
    orderBy: { path: 'asc' },
  });
  return new Map(rows.map(({ path, text }) => [path, text]));
}

/**
 * What the site cannot use of these, by a release that wants other facts of a piece or has no more what it names, with the reason.
 * Others have a turn after each step: this runs in every process whenever something is published.
 */
function unusable(overrides: Overrides): Promise<Map<string, string>> {
  return withOverrides(overrides, async () => {
    const problems = new Map<string, string>();
    for (const [path, text] of overrides) {
      try {
        if (text !== null) schemaOf(path)?.parse(documentOf(path, text).data);
        for (const reader of readersOf(path)) {
          reader();
          await setImmediate();
        }
      } catch (error) {
        problems.set(path, error instanceof Error ? error.message : String(error));
      }
    }
    return problems;
  });
}

/** Sets what is published, but for what the site could not be shown with: of that the files stand, and the log tells. */
async function load(): Promise<void> {
  let overrides = await publishedOverrides(prisma());
  for (let problems = await unusable(overrides); problems.size > 0; problems = await unusable(overrides)) {
    for (const [path, problem] of problems)
      log().error({ path, problem }, 'what was published over a file does not fit, and is left out');
    overrides = new Map([...overrides].filter(([path]) => !problems.has(path)));
  }
  setOverrides(overrides);
}

let loading: Promise<void> = Promise.resolve();

/** Puts what is published over the files of this process. Calls take turns, so that the last one has the last word. */
export function loadPublished(): Promise<void> {
  loading = loading.catch(() => undefined).then(load);
  return loading;
}

/** A database that does not answer is asked again after this, in milliseconds. */
const againMs = 1_000;

/** Has this process follow what is published anywhere; `changed` is called whenever it has. @returns what ends that. */
export function followPublished(changed: () => void): () => void {
  let isEnded = false;
  const follow = () => {
    if (isEnded) return;
    loadPublished().then(changed, (error: unknown) => {
      log().warn({ error: String(error) }, 'published content could not be loaded');
      setTimeout(follow, againMs).unref();
    });
  };
  const end = onAnnounced('content', follow);
  return () => {
    isEnded = true;
    end();
  };
}
