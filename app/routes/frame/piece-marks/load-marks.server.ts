import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { findMarks } from '#app/domain/learning/reading/marks.server.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';

/** What a reader keeps of the piece a page shows, and the boxes they have ticked in it, in one query; null for visitors, who keep nothing. */
export async function loadKept(viewer: Viewer | null, key: string) {
  const piece = viewer && findPiece(key);
  if (!piece) return null;
  const { ticks, ...marks } = await findMarks(viewer.id, piece);
  return { key, marks, ticks };
}
