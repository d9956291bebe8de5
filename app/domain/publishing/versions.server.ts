import { isReadBack, type ListPage, type Place, pageBy } from '#app/domain/core/values/cursor.ts';
import { piecesOf, titleOf, titleOfText } from '#app/domain/publishing/pieces.server.ts';
import { type Shelf, shelfOf } from '#app/domain/publishing/shelves.ts';
import { contentText, currentOverrides, fileText } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import type { ContentVersionKind, ContentVersionState } from '#app/platform/database/generated/client.ts';

/** A version as lists tell it. */
export interface VersionSummary {
  number: number;
  kind: ContentVersionKind;
  state: ContentVersionState;
  publishAt: Date | null;
  publishedAt: Date | null;
  problem: string | null;
  note: string | null;
  createdAt: Date;
  author: { name: string | null } | null;
}

const summary = {
  number: true,
  kind: true,
  state: true,
  publishAt: true,
  publishedAt: true,
  problem: true,
  note: true,
  createdAt: true,
  author: { select: { name: true } },
} as const;

/** A piece as the list shows it. */
interface ListedPiece {
  path: string;
  title: string;
  isOnSite: boolean;
  published: VersionSummary | null;
  waiting: VersionSummary | null;
}

/** So many pieces stand on one page of the list. */
const perPage = 50;

/** What pieces that are not on the site are called, by what they said last. One query, and none without any. */
async function titlesOfTexts(paths: readonly string[]): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const rows = await prisma().contentVersion.findMany({
    where: { path: { in: [...paths] }, kind: 'text' },
    orderBy: [{ path: 'asc' }, { number: 'desc' }],
    distinct: ['path'],
    select: { path: true, text: true },
  });
  return new Map(rows.map(({ path, text }) => [path, titleOfText(path, text ?? '')]));
}

/** The pieces of a shelf that hold some words, by their paths, with what stands over them and what waits. Two queries at most. */
export async function listPieces(
  shelf: Shelf,
  words: string,
  place: Place<{ path: string }> | null,
): Promise<ListPage<ListedPiece> & { total: number }> {
  const versions = await prisma().contentVersion.findMany({
    where: { state: { in: ['draft', 'scheduled', 'published'] } },
    select: { path: true, ...summary },
  });
  const own = versions.filter(({ path }) => shelf.pattern.test(path));
  const searchText = words.toLowerCase();
  const titles = await titlesOfTexts(
    own.map(({ path }) => path).filter((path) => contentText(path) === null),
  );
  const matches = [...new Set([...piecesOf(shelf), ...own.map(({ path }) => path)])]
    .sort()
    .map((path): ListedPiece => {
      const mine = own.filter((version) => version.path === path);
      return {
        path,
        title: titles.get(path) ?? titleOf(path),
        isOnSite: contentText(path) !== null,
        published: mine.find(({ state }) => state === 'published') ?? null,
        waiting: mine.find(({ state }) => state !== 'published') ?? null,
      };
    })
    .filter(({ path, title }) => `${path} ${title}`.toLowerCase().includes(searchText));
  if (isReadBack(place)) matches.reverse();
  const from = place === null || place === 'last' ? null : place;
  const rest = from
    ? matches.filter(({ path }) => (from.isBack ? path < from.path : path > from.path))
    : matches;
  return { ...pageBy(rest.slice(0, perPage + 1), perPage, ({ path }) => path, place), total: matches.length };
}

/** A piece as its editor opens it: what waits, or else what is published, or else its file. */
interface OpenedPiece {
  path: string;
  title: string;
  shelf: Shelf;
  /** The number of its last version, 0 where there is none. */
  seen: number;
  text: string;
  published: VersionSummary | null;
  waiting: VersionSummary | null;
  isOnSite: boolean;
  hasFile: boolean;
}

/** A piece to edit; null where there is none of this path, and nothing of it in the history. Two queries, three for one that is gone. */
export async function openPiece(path: string): Promise<OpenedPiece | null> {
  const shelf = shelfOf(path);
  if (!shelf) return null;
  const [open, last] = await Promise.all([
    prisma().contentVersion.findMany({
      where: { path, state: { in: ['draft', 'scheduled', 'published'] } },
      select: { ...summary, text: true },
    }),
    prisma().contentVersion.findFirst({
      where: { path },
      orderBy: { number: 'desc' },
      select: { number: true },
    }),
  ]);
  const published = open.find(({ state }) => state === 'published') ?? null;
  const waiting = open.find(({ state }) => state !== 'published') ?? null;
  const file = fileText(path);
  const currentText = waiting?.text ?? published?.text ?? file;
  const text = currentText ?? (last ? await lastText(path) : null);
  if (text === null) return null;
  return {
    path,
    title: titleOfText(path, text),
    shelf,
    seen: last?.number ?? 0,
    text,
    published,
    waiting,
    isOnSite: contentText(path) !== null,
    hasFile: file !== null,
  };
}

/** What a piece said last, of one that is not there any more. */
async function lastText(path: string): Promise<string | null> {
  const version = await prisma().contentVersion.findFirst({
    where: { path, kind: 'text' },
    orderBy: { number: 'desc' },
    select: { text: true },
  });
  return version?.text ?? null;
}

/** So many versions of a piece are listed. */
const historyLength = 200;

/** A piece with its history, the latest first. */
interface PieceHistory {
  title: string;
  shelf: Shelf;
  /** The number of its last version, 0 where there is none. */
  seen: number;
  hasFile: boolean;
  /** The site shows something else than its file. */
  isEdited: boolean;
  versions: VersionSummary[];
}

/** The history of a piece; null where there is none of this path, and never was. Two queries, three for one that is not on the site. */
export async function openHistory(path: string): Promise<PieceHistory | null> {
  const shelf = shelfOf(path);
  if (!shelf) return null;
  const versions = await prisma().contentVersion.findMany({
    where: { path },
    orderBy: { number: 'desc' },
    select: summary,
    take: historyLength,
  });
  const file = fileText(path);
  const text = contentText(path) ?? file ?? (versions.length > 0 ? await lastText(path) : null);
  if (text === null) return null;
  return {
    title: titleOfText(path, text),
    shelf,
    seen: versions[0]?.number ?? 0,
    hasFile: file !== null,
    isEdited: currentOverrides().has(path),
    versions,
  };
}

/** What a version of a piece said: 0 is its file; empty where it was not there. One query. */
export async function textsOf(path: string, numbers: readonly number[]): Promise<Map<number, string>> {
  const rows = await prisma().contentVersion.findMany({
    where: { path, number: { in: numbers.filter((number) => number > 0) } },
    select: { number: true, kind: true, text: true },
  });
  const file = fileText(path) ?? '';
  return new Map([
    [0, file],
    ...rows.map(({ number, kind, text }) => [number, kind === 'file' ? file : (text ?? '')] as const),
  ]);
}
