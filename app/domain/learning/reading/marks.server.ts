import { mayReadPiece } from '#app/domain/core/access/policy.server.ts';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { typedText } from '#app/domain/core/values/typed-text.ts';
import { requireOpenPiece } from '#app/domain/learning/courses/release-state.server.ts';
import { noteConflict } from '#app/domain/learning/reading/note-conflict.ts';
import { findPiece, type Piece } from '#app/domain/learning/reading/pieces.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma, readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** Characters a note has at most. */
export const longestNote = 5_000;

/** What somebody has kept of a piece, as its page shows it. */
export interface Marks {
  isSaved: boolean;
  readAt: Date | null;
  /** The heading one was at, when there is something to go on with; the first heading is none. */
  place: { id: string; text: string } | null;
  note: string | null;
  /** When the note was written, by which whoever writes it anew is known to have seen it; null without one. */
  notedAt: Date | null;
}

/** A row as it is selected, or as JSON within another query. */
export interface MarkRow {
  piece: string;
  savedAt: Date | string | null;
  readAt: Date | string | null;
  heading: string | null;
  note: string | null;
  /** Left out where only lists are made. */
  notedAt?: Date | string | null;
}

/** The marks a user has on a piece as one JSON value, for queries that ask for more: a page asks the database seldom. */
export const marksSql = (userId: Prisma.Sql, piece: Prisma.Sql) => Prisma.sql`
  (SELECT json_build_object('piece', mark.piece, 'savedAt', mark.saved_at, 'readAt', mark.read_at, 'heading', mark.heading, 'note', mark.note, 'notedAt', mark.noted_at)
   FROM piece_marks mark WHERE mark.user_id = ${userId} AND mark.piece = ${piece})`;

/** Where one was in a piece: nothing once it is read, where the heading is gone, or at the beginning. */
export function placeOf(piece: Piece, row: Pick<MarkRow, 'heading' | 'readAt'>) {
  if (row.readAt || !row.heading) return null;
  const headings = piece.text()?.headings ?? [];
  const at = headings.findIndex(({ id }) => id === row.heading);
  return at > 0 ? (headings[at] ?? null) : null;
}

/** What a page shows of a row, or of none. */
export function marksOf(piece: Piece, row: MarkRow | null | undefined): Marks {
  return {
    isSaved: Boolean(row?.savedAt),
    readAt: row?.readAt ? new Date(row.readAt) : null,
    place: row ? placeOf(piece, row) : null,
    note: row?.note ?? null,
    notedAt: row?.notedAt ? new Date(row.notedAt) : null,
  };
}

/** What somebody keeps of a piece, and which boxes of its checklist they have ticked. */
type Kept = Marks & { ticks: string[] };

/** What a viewer keeps of a piece. */
export const marksRead = (piece: Piece): ViewerRead<Kept> => ({
  name: 'marks',
  key: `marks ${piece.key}`,
  json: (userId) => Prisma.sql`
    json_build_object(
      'row', ${marksSql(userId, Prisma.sql`${piece.key}::text`)},
      'ticks', ARRAY(SELECT item FROM checklist_ticks WHERE user_id = ${userId} AND piece = ${piece.key}::text))`,
  from(value) {
    const { row, ticks } = value as { row: MarkRow | null; ticks: string[] };
    return { ...marksOf(piece, row), ticks };
  },
});

/** The same, in a query of its own. */
export const findMarks = (userId: string, piece: Piece): Promise<Kept> => readOf(userId, marksRead(piece));

/** @throws {Refusal} not_found for a piece that is not there. */
function pieceOf(key: string): Piece {
  const piece = findPiece(key);
  if (!piece) throw new Refusal('not_found', 'There is no such piece');
  return piece;
}

/** @throws {Refusal} not_allowed for a text its reader has no access to. */
async function refuseUnreadable(viewer: Viewer, piece: Piece): Promise<void> {
  if (!piece.isFree && !(await mayReadPiece(viewer, piece.key)))
    throw new Refusal('not_allowed', 'An active membership is needed to read this.');
  await requireOpenPiece(viewer, piece.key);
}

type Changes = Pick<
  Prisma.PieceMarkUncheckedUpdateInput,
  'savedAt' | 'readAt' | 'heading' | 'placedAt' | 'note' | 'notedAt'
>;

const change = (userId: string, piece: string, changes: Changes) =>
  prisma().pieceMark.upsert({
    where: { userId_piece: { userId, piece } },
    create: { userId, piece, ...changes } as Prisma.PieceMarkUncheckedCreateInput,
    update: changes,
  });

/** Saves a piece for later, or gives that up (P147). @throws {Refusal} not_found */
export async function savePiece(viewer: Viewer, key: string, isSaved: boolean): Promise<void> {
  pieceOf(key);
  await change(viewer.id, key, { savedAt: isSaved ? now() : null });
}

/** Marks a guide, playbook, series or letter as read, or unread; a lesson is completed instead. @throws {Refusal} not_found, not_allowed, invalid */
export async function markRead(viewer: Viewer, key: string, isRead: boolean): Promise<void> {
  const piece = pieceOf(key);
  if (piece.kind === 'lesson') throw new Refusal('invalid', 'A lesson is completed, not marked as read.');
  await refuseUnreadable(viewer, piece);
  // Who has read it begins anew.
  await change(viewer.id, key, { readAt: isRead ? now() : null, heading: null, placedAt: null });
}

/**
 * Keeps at which heading of a text somebody is, so that they go on there on any device; the last one who tells wins (P147).
 * @throws {Refusal} not_found for an unknown piece or heading; not_allowed without access to it.
 */
export async function keepHeading(viewer: Viewer, key: string, heading: string): Promise<void> {
  const piece = pieceOf(key);
  await refuseUnreadable(viewer, piece);
  if (!piece.text()?.headings.some(({ id }) => id === heading))
    throw new Refusal('not_found', 'There is no such heading');
  await change(viewer.id, key, { heading, placedAt: now() });
}

/**
 * Keeps a private note on a piece, plain text; an empty one is deleted (P147).
 * @param seen when the note was written that its author has seen (ISO 8601), `none` where there was none; left out by who writes over
 * whatever is there
 * @throws {Refusal} not_found; invalid when it is too long; conflict when it was changed since
 */
export async function writeNote(viewer: Viewer, key: string, text: string, seen?: string): Promise<void> {
  pieceOf(key);
  const note = typedText(text);
  if (note.length > longestNote)
    throw new Refusal(
      'invalid',
      `A note has ${longestNote.toLocaleString('en-US')} characters at most.`,
      'note',
    );
  const changes = note ? { note, notedAt: now() } : { note: null, notedAt: null };
  if (seen === undefined) await change(viewer.id, key, changes);
  else await writeOverSeen({ userId: viewer.id, piece: key }, changes, seen);
}

/** Writes a note over the one that its author has seen. One that is there already, as when it was sent twice, is none that differs. */
async function writeOverSeen(
  where: { userId: string; piece: string },
  changes: { note: string | null; notedAt: Date | null },
  seen: string,
): Promise<void> {
  const notedAt = seen === 'none' ? null : new Date(seen);
  const updated = await prisma().pieceMark.updateMany({ where: { ...where, notedAt }, data: changes });
  if (updated.count > 0) return;
  const created = await prisma().pieceMark.createMany({
    data: [{ ...where, ...changes }],
    skipDuplicates: true,
  });
  if (created.count > 0) return;
  const row = await prisma().pieceMark.findUnique({ where: { userId_piece: where }, select: { note: true } });
  if ((row?.note ?? null) !== changes.note) throw new Refusal('conflict', noteConflict, 'note');
}

/** Everything a user has kept, by the key of its piece, in one query. */
export async function listMarks(userId: string): Promise<Map<string, MarkRow>> {
  const rows = await readPrepared<MarkRow>(
    'all marks',
    Prisma.sql`
    SELECT piece, saved_at AS "savedAt", read_at AS "readAt", heading, note
    FROM piece_marks WHERE user_id = ${userId}::uuid
    ORDER BY greatest(saved_at, noted_at) DESC NULLS LAST, piece`,
  );
  return new Map(rows.map((row) => [row.piece, row]));
}
