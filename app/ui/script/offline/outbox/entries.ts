import { openCache } from '#app/ui/script/offline/caches.ts';

/** What can be kept and sent later, as forms say of themselves (`data-offline`). */
export type ChangeKind = 'note' | 'complete' | 'tick' | 'read';

/** A change that was made without a connection and waits to be sent. */
export interface WaitingChange {
  /** What it is about: a later change of the same takes its place. */
  id: string;
  /** Whose it is, as the site names the reader of this browser. */
  account: string;
  kind: ChangeKind;
  /** The path of the page on which it was made, and that page's title. */
  page: string;
  title: string;
  /** Where it is sent, and the form's fields. */
  action: string;
  body: string;
  /** When it was made (ISO 8601). */
  at: string;
  /**
   * Why it is not sent any more: the note was changed elsewhere, or the site has refused it. It stays until its reader has decided.
   */
  problem?: 'conflict' | 'refused';
}

const addressOf = (id: string) => `/waiting/${encodeURIComponent(id)}`;

/** All that waits, the oldest first. */
export async function listChanges(account: string): Promise<WaitingChange[]> {
  const entries = await (await openCache('outbox')).matchAll();
  const changes = await Promise.all(entries.map((entry) => entry.json() as Promise<WaitingChange>));
  return changes
    .filter((change) => change.account === account)
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Keeps a change, in place of an earlier one about the same. @throws where the device has no room */
export async function saveChange(change: WaitingChange): Promise<void> {
  await (await openCache('outbox')).put(addressOf(change.id), Response.json(change));
}

export async function deleteChange({ id }: WaitingChange): Promise<void> {
  await (await openCache('outbox')).delete(addressOf(id));
}

/** Takes away a change that was sent, unless another took its place meanwhile. */
export async function deleteSent(sent: WaitingChange): Promise<void> {
  const entry = await (await openCache('outbox')).match(addressOf(sent.id));
  const now = entry && ((await entry.json()) as WaitingChange);
  if (now?.at === sent.at) await deleteChange(sent);
}

/** What a change is about: of a checklist each box is a change of its own. */
export function idOf(kind: ChangeKind, action: string, body: URLSearchParams): string {
  return [kind, action, ...(kind === 'tick' ? [body.get('box') ?? ''] : [])].join(' ');
}
