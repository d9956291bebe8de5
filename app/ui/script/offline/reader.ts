import { deletePages, deletePersonal, openCache } from '#app/ui/script/offline/caches.ts';

/** Whose browser it is, as the site has said last. */
export interface Reader {
  /** By which accounts are told apart; empty where nobody has signed in yet. */
  account: string;
  /** What they may read; `none` while nobody is signed in. */
  access: string;
}

const key = '/reader';

export async function knownReader(): Promise<Reader | null> {
  const entry = await (await openCache('state')).match(key);
  return entry ? ((await entry.json()) as Reader) : null;
}

/** What the header `Offline-Reader` says. */
export function parseReader(header: string, before: Reader | null): Reader {
  if (header === 'none') return { account: before?.account ?? '', access: 'none' };
  const [account = '', access = 'off'] = header.split(' ');
  return { account, access };
}

/** What has to be deleted where somebody else reads, or may read something else, than before. */
export function whatToDelete(before: Reader | null, reader: Reader): 'all' | 'pages' | 'nothing' {
  if (before && before.account !== '' && before.account !== reader.account) return 'all';
  return before?.access === reader.access ? 'nothing' : 'pages';
}

/** Takes note of who reads; deletes what is not for them. */
export async function noteReader(header: string): Promise<Reader> {
  const before = await knownReader();
  const reader = parseReader(header, before);
  const deletion = whatToDelete(before, reader);
  if (deletion === 'all') await deletePersonal();
  if (deletion === 'pages') await deletePages();
  if (before?.account !== reader.account || before.access !== reader.access)
    await (await openCache('state')).put(key, Response.json(reader));
  return reader;
}
