import {
  guides,
  playbooks,
  renderGuide,
  renderPlaybook,
} from '#app/domain/learning/articles/articles.server.ts';
import {
  findCourse,
  parseModuleSegment,
  renderLesson,
} from '#app/domain/learning/courses/catalogue.server.ts';
import { letterOfSegment, renderLetter } from '#app/domain/learning/email-course/letters.server.ts';
import { allSeries } from '#app/domain/learning/series/series.server.ts';
import type { RenderedText } from '#app/platform/content/markdown.server.ts';

type PieceKind = 'lesson' | 'guide' | 'playbook' | 'series' | 'letter';

/** A piece of the library, as marks and lists know it. */
export interface Piece {
  /** By which marks name it, such as guides/seo-google or courses/seo/module-1. */
  key: string;
  kind: PieceKind;
  title: string;
  description: string;
  path: string;
  /** What it belongs to, such as a lesson's course. */
  partOf: string | null;
  /** Anyone may read it. */
  isFree: boolean;
  /** Rendered when it is first asked for; null where there is no text to have a place in. */
  text(): RenderedText | null;
}

type PieceWithoutKey = Omit<Piece, 'key'> | undefined;

function article(kind: 'guide' | 'playbook', slug: string): PieceWithoutKey {
  const guide = kind === 'guide' ? guides().get(slug) : undefined;
  const playbook = kind === 'playbook' ? playbooks().get(slug) : undefined;
  const entry = guide ?? playbook;
  return (
    entry && {
      kind,
      title: entry.title,
      description: entry.description,
      path: `${kind === 'guide' ? '/training/guides' : '/playbooks'}/${slug}`,
      partOf: null,
      isFree: playbook?.published !== undefined,
      text: () => (guide ? renderGuide(guide) : playbook ? renderPlaybook(playbook) : null),
    }
  );
}

function lesson(slug: string, segment: string): PieceWithoutKey {
  const course = findCourse(slug);
  const id = parseModuleSegment(segment);
  const module = course?.modules.find((other) => other.id === id);
  return (
    course &&
    module && {
      kind: 'lesson',
      title: module.title,
      description: module.description,
      path: `/courses/${slug}/${segment}`,
      partOf: `${course.title}, module ${module.number} of ${course.modules.length}`,
      isFree: false,
      text: () => renderLesson(module),
    }
  );
}

function series(slug: string): PieceWithoutKey {
  const entry = allSeries().get(slug);
  return (
    entry && {
      kind: 'series',
      title: entry.title,
      description: entry.description,
      path: `/training/videos/${slug}`,
      partOf: null,
      isFree: false,
      text: () => null,
    }
  );
}

function letter(segment: string): PieceWithoutKey {
  const entry = letterOfSegment(segment);
  return (
    entry && {
      kind: 'letter',
      title: entry.title,
      description: entry.preheader,
      path: `/email-course/${segment}`,
      partOf: `Month ${entry.month}`,
      isFree: false,
      text: () => renderLetter(entry),
    }
  );
}

/** The piece of a key, or null: keys of pieces that are gone stay with their marks. */
export function findPiece(key: string): Piece | null {
  const [shelf, name = '', segment = '', ...rest] = key.split('/');
  if (rest.length > 0 || (segment !== '') !== (shelf === 'courses')) return null;
  const piece =
    shelf === 'guides'
      ? article('guide', name)
      : shelf === 'playbooks'
        ? article('playbook', name)
        : shelf === 'courses'
          ? lesson(name, segment)
          : shelf === 'series'
            ? series(name)
            : shelf === 'letters'
              ? letter(name)
              : undefined;
  return piece ? { key, ...piece } : null;
}
