// Where a browser keeps what can be read offline: its Cache Storage, which pages and the worker share, and which signing out empties
// (`Clear-Site-Data`).

/** The form of what is kept: with another, what was kept before is deleted. */
const form = 1;

const names = {
  pages: `offline-pages-${form}`,
  files: `offline-files-${form}`,
  state: `offline-state-${form}`,
  /** The page that stands for those that are not kept, with its files. It is nobody's. */
  shell: `offline-shell-${form}`,
  /** What waits to be sent is never deleted for being of another form. */
  outbox: 'offline-outbox',
} as const;

export const openCache = (name: keyof typeof names): Promise<Cache> => caches.open(names[name]);

/** Deletes all pages that are kept, with their files. */
export async function deletePages(): Promise<void> {
  await Promise.all([caches.delete(names.pages), caches.delete(names.files)]);
}

/** Deletes everything that is somebody's, also what waits to be sent. */
export async function deletePersonal(): Promise<void> {
  await Promise.all([deletePages(), caches.delete(names.state), caches.delete(names.outbox)]);
}

/** Deletes everything but what waits to be sent. */
export async function deleteAllKept(): Promise<void> {
  await Promise.all([deletePages(), caches.delete(names.state), caches.delete(names.shell)]);
}

/** Deletes what releases before this one have kept in another form. */
export async function deleteOtherForms(): Promise<void> {
  const own: readonly string[] = Object.values(names);
  const others = (await caches.keys()).filter((name) => name.startsWith('offline-') && !own.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}
