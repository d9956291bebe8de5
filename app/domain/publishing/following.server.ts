import { notePieces } from '#app/domain/notifications/new-pieces.server.ts';
import { connectPages, type FindPage } from '#app/domain/publishing/links.server.ts';
import { loadPublished } from '#app/domain/publishing/loading.server.ts';
import { libraryPieces } from '#app/domain/search/documents.server.ts';
import { indexLibrary } from '#app/domain/search/indexing.server.ts';
import { newsPieces } from '#app/domain/whats-new/months.server.ts';

let hasPage: ((path: string) => boolean) | undefined;

/** Tells which addresses the site has: `hasPage` whether one leads to a screen of its own. Whoever knows the routes says so at start. */
export function connectSite(site: { findPage: FindPage; hasPage: (path: string) => boolean }): void {
  connectPages(site.findPage);
  hasPage = site.hasPage;
}

/** Has what the database holds of the content follow what is published: search, the assistant's passages, news of new pieces. Safe to repeat. */
export async function followContent(): Promise<void> {
  await loadPublished();
  if (!hasPage) return;
  await indexLibrary(hasPage);
  await notePieces([...libraryPieces(), ...newsPieces()]);
}
