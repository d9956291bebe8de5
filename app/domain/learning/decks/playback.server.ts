import { mayReadPiece } from '#app/domain/core/access/policy.server.ts';
import { readOf, type ViewerRead } from '#app/domain/core/access/reads.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { requireOpenPiece } from '#app/domain/learning/courses/release-state.server.ts';
import {
  introModuleId,
  type PlayableVideo,
  type VideoOverride,
  type VideoSource,
  videosOf,
} from '#app/domain/learning/courses/videos.server.ts';
import { findDeck, hasDeck } from '#app/domain/learning/decks/decks.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * Keeps at which slide (from 1) somebody is, so that they go on from there on any device (P47). One row for a person and deck; the last
 * one who tells wins.
 * @throws {Refusal} not_found for an unknown deck or slide; not_allowed without access to the lessons.
 */
export async function keepPlace(viewer: Viewer, key: string, slide: number): Promise<void> {
  const deck = findDeck(key);
  if (!deck || slide > deck.slides.length) throw new Refusal('not_found', 'There is no such slide');
  if (!(await mayReadPiece(viewer, key)))
    throw new Refusal('not_allowed', 'An active membership is needed to take this course.');
  await requireOpenPiece(viewer, key);
  const place = { slide, updatedAt: now() };
  await prisma().deckPlace.upsert({
    where: { userId_deck: { userId: viewer.id, deck: key } },
    create: { userId: viewer.id, deck: key, ...place },
    update: place,
  });
}

/** What a page shows of a lesson, an introduction or a series: the owner's video or, without one, the deck. */
export interface Watchable {
  video: PlayableVideo | null;
  /** The key of the deck, which is read when it is shown: a course has one for each module. */
  deckKey: string | null;
  /** The slide one was at, from 1. */
  slide: number;
}

type Row = VideoOverride | { moduleId: null; deck: string; slide: number };

/**
 * What can be watched of a course or a series, by module number (0 the introduction), with how far somebody is. Modules of which there
 * is neither a video nor a deck are left out. `keyOf` names the deck of a module.
 */
export function watchablesRead(
  source: VideoSource,
  keyOf: (moduleId: number) => string,
): ViewerRead<Map<number, Watchable>> {
  const ids = [introModuleId, ...source.modules.map(({ id }) => id)];
  const keys = ids.map(keyOf);
  return {
    name: 'watchables',
    key: `watchables ${source.slug}`,
    json: (userId) => Prisma.sql`
    (SELECT json_agg(w) FROM (
      SELECT module_id AS "moduleId", vimeo_id AS "vimeoId", url, NULL AS deck, NULL::int AS slide
      FROM video_overrides WHERE course_id = ${source.slug}
      UNION ALL
      SELECT NULL, NULL, NULL, deck, slide FROM deck_places WHERE user_id = ${userId} AND deck = ANY(${keys}::text[])) w)`,
    from: (value) => watchablesOf((value ?? []) as Row[], source, ids, keyOf),
  };
}

/** The same, in a query of its own. */
export const findWatchables = (
  userId: string,
  ...args: Parameters<typeof watchablesRead>
): Promise<Map<number, Watchable>> => readOf(userId, watchablesRead(...args));

function watchablesOf(
  rows: readonly Row[],
  source: VideoSource,
  ids: readonly number[],
  keyOf: (moduleId: number) => string,
): Map<number, Watchable> {
  const videos = videosOf(
    source,
    rows.filter((row) => row.moduleId !== null),
  );
  const slides = new Map(rows.flatMap((row) => (row.moduleId === null ? [[row.deck, row.slide]] : [])));
  const watchables = new Map<number, Watchable>();
  for (const id of ids) {
    const video = videos.get(id) ?? null;
    const key = keyOf(id);
    const deckKey = !video && hasDeck(key) ? key : null;
    if (video || deckKey) watchables.set(id, { video, deckKey, slide: slides.get(key) ?? 1 });
  }
  return watchables;
}
