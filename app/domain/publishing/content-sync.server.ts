import { createHash } from 'node:crypto';
import { notePieces } from '#app/domain/core/notifications/new-pieces.server.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { courses } from '#app/domain/learning/courses/catalogue.server.ts';
import { decks } from '#app/domain/learning/decks/decks.server.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { switches } from '#app/domain/learning/facts/switches.server.ts';
import { newsPieces } from '#app/domain/learning/whats-new/months.server.ts';
import { connectPages, type FindPage } from '#app/domain/publishing/links.server.ts';
import { loadPublished } from '#app/domain/publishing/loading.server.ts';
import { libraryPieces, searchDocuments } from '#app/domain/site/search/documents.server.ts';
import { indexLibrary, isIndexedFrom } from '#app/domain/site/search/indexing.server.ts';
import { config } from '#app/platform/config.server.ts';
import { currentOverrides } from '#app/platform/content/files.server.ts';

let hasPage: ((path: string) => boolean) | undefined;

/** Tells which addresses the site has: `hasPage` whether one leads to a screen of its own. Whoever knows the routes says so at start. */
export function connectSite(site: { findPage: FindPage; hasPage: (path: string) => boolean }): void {
  connectPages(site.findPage);
  hasPage = site.hasPage;
}

/** Has what the database holds of the content follow what is published: search, the assistant's passages, news of new pieces. Safe to repeat. */
export async function followContent(): Promise<void> {
  await loadPublished();
  await follow();
}

async function follow(source?: string): Promise<void> {
  if (!hasPage) return;
  // The source is noted with the copy: whatever else follows the content has done so before.
  await notePieces([...libraryPieces(), ...newsPieces()]);
  await indexLibrary(hasPage, searchDocuments(), source);
}

/** Everything that what follows the content is made of, as one hash. */
function sourceOf(build: string, files: string): string {
  const terms = [facts(), switches(), config().isDemo, siteSettings()];
  const text = JSON.stringify([build, files, [...currentOverrides()], terms]);
  return createHash('sha256').update(text).digest('hex');
}

/**
 * At a start: checks the content and has what is made of it follow. Where that was done for the same files, published texts, settings
 * and build, it is not done again, which would be most of a start's work and memory. `build` is null where code changes without a
 * build; `files` is the hash of the files from before any was read.
 * @throws {ContentError}
 */
export async function followContentAtStart({
  build,
  files,
}: {
  build: string | null;
  files: string;
}): Promise<void> {
  await loadPublished();
  const source = build === null ? undefined : sourceOf(build, files);
  if (source && (await isIndexedFrom(source))) return;
  courses();
  decks();
  await follow(source);
}
