import { setImmediate as nextTurn } from 'node:timers/promises';
import { guides, playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { type PieceFilter, passes } from '#app/domain/learning/articles/filters.server.ts';
import { letters } from '#app/domain/learning/email-course/letters.server.ts';
import { type MarkRow, placeOf } from '#app/domain/learning/reading/marks.server.ts';
import { findPiece, type Piece } from '#app/domain/learning/reading/pieces.server.ts';
import { allSeries } from '#app/domain/learning/series/series.server.ts';
import { perContent } from '#app/platform/content/files.server.ts';

/** The tabs of the library's front, in their order. */
export const tabs = ['guides', 'playbooks', 'series', 'email-course', 'ebook', 'saved'] as const;
export type Tab = (typeof tabs)[number];

/** What one has done with a piece, as lists narrow to it. */
export const standings = ['new', 'begun', 'read', 'saved'] as const;
export type PieceStanding = (typeof standings)[number];

/** Orders of a list: by topic, as filters show them; by title; the quickest to read first. */
export const sorts = ['topic', 'title', 'short'] as const;
export type Sort = (typeof sorts)[number];

/** A piece as a list shows it to its reader. */
export interface ListedPiece {
  key: string;
  kind: Piece['kind'];
  path: string;
  title: string;
  description: string;
  partOf: string | null;
  topic: string | null;
  level: string | null;
  /** Minutes to read; null where there is no text. */
  minutes: number | null;
  isFree: boolean;
  isSaved: boolean;
  isRead: boolean;
  /** Where one was, when there is something to go on with. */
  place: { id: string; text: string } | null;
  note: string | null;
}

/** The keys of pieces whose text has been rendered. */
const renderedShelves = perContent(() => new Set<string>());

type Marks = ReadonlyMap<string, MarkRow>;

function toListedPiece(
  piece: Piece,
  row: MarkRow | undefined,
  about?: { topic: string; level: string },
): ListedPiece {
  const { key, kind, path, title, description, partOf, isFree } = piece;
  return {
    key,
    kind,
    path,
    title,
    description,
    partOf,
    isFree,
    topic: about?.topic ?? null,
    level: about?.level ?? null,
    minutes: piece.text()?.readingMinutes ?? null,
    isSaved: Boolean(row?.savedAt),
    isRead: Boolean(row?.readAt),
    place: row ? placeOf(piece, row) : null,
    note: row?.note ?? null,
  };
}

const keysOfTab: Record<'guides' | 'playbooks' | 'series' | 'email-course', () => string[]> = {
  guides: () => [...guides().keys()].map((slug) => `guides/${slug}`),
  playbooks: () => [...playbooks().keys()].map((slug) => `playbooks/${slug}`),
  series: () => [...allSeries().keys()].map((slug) => `series/${slug}`),
  'email-course': () => letters().map(({ month }) => `letters/${month}`),
};

/**
 * Renders the texts of a tab, one at a turn of the event loop: all of them take a new process half a second, in which it would answer
 * nobody else. Texts that are rendered already cost nothing.
 */
export async function renderShelf(tab: keyof typeof keysOfTab): Promise<void> {
  const texts = renderedShelves();
  for (const key of keysOfTab[tab]()) {
    if (texts.has(key)) continue;
    await nextTurn();
    findPiece(key)?.text();
    texts.add(key);
  }
}

/** Every piece of a tab with what its reader keeps of it, in the shelf's own order. */
export function shelf(tab: keyof typeof keysOfTab, marks: Marks): ListedPiece[] {
  return keysOfTab[tab]().flatMap((key) => {
    const piece = findPiece(key);
    const slug = key.slice(key.indexOf('/') + 1);
    const about =
      tab === 'guides' ? guides().get(slug) : tab === 'playbooks' ? playbooks().get(slug) : undefined;
    return piece ? [toListedPiece(piece, marks.get(key), about)] : [];
  });
}

/** What is saved or has a note, the latest first, as `listMarks` has it; pieces that are gone are left out. */
export function savedPieces(marks: Marks): ListedPiece[] {
  return [...marks].flatMap(([key, row]) => {
    const piece = row.savedAt || row.note !== null ? findPiece(key) : null;
    return piece ? [toListedPiece(piece, row)] : [];
  });
}

/** How many pieces of each tab there are; of the ebook none are counted. */
export function countTabs(marks: Marks): Record<Tab, number | null> {
  const count = (tab: keyof typeof keysOfTab) => keysOfTab[tab]().length;
  return {
    guides: count('guides'),
    playbooks: count('playbooks'),
    series: count('series'),
    'email-course': count('email-course'),
    ebook: null,
    saved: savedPieces(marks).length,
  };
}

/** Whether a piece stands so: read, begun but not read, neither, or saved whatever else. */
export function hasStanding(piece: ListedPiece, standing: PieceStanding | null): boolean {
  if (standing === null) return true;
  if (standing === 'saved') return piece.isSaved;
  if (standing === 'read') return piece.isRead;
  const isBegun = !piece.isRead && piece.place !== null;
  return standing === 'begun' ? isBegun : !piece.isRead && !isBegun;
}

/** The pieces that pass topic, level and standing, sorted. Pieces without a topic pass any filter of topic and level. */
export function narrow(
  pieces: readonly ListedPiece[],
  filter: PieceFilter,
  standing: PieceStanding | null,
  sort: Sort,
): ListedPiece[] {
  const matches = pieces.filter(
    ({ topic, level, ...piece }) =>
      (topic === null || level === null || passes({ topic, level }, filter)) &&
      hasStanding({ topic, level, ...piece }, standing),
  );
  if (sort === 'title') return matches.sort((a, b) => a.title.localeCompare(b.title));
  if (sort === 'short') return matches.sort((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0));
  return matches;
}
