import type { ListedPiece } from '#app/domain/learning/reading/shelves.server.ts';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { Bookmark, Pencil } from '#app/ui/document-icon.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';

const kindNames: Record<ListedPiece['kind'], string> = {
  lesson: 'Lesson',
  guide: 'Guide',
  playbook: 'Playbook',
  series: 'Series',
  letter: 'Email course',
};

/** A piece in a list, with what its reader has done with it; where lists mix kinds, `showsKind`, and below its topic, `isInTopic`. */
export function PieceRow({
  piece,
  showsKind = false,
  isInTopic = false,
}: {
  piece: ListedPiece;
  showsKind?: boolean;
  isInTopic?: boolean;
}) {
  const about = [
    showsKind ? kindNames[piece.kind] : null,
    piece.partOf,
    isInTopic ? null : piece.topic && topicName(piece.topic),
    piece.level,
    piece.minutes === null ? null : `${piece.minutes} min`,
  ].filter((part) => part !== null);
  return (
    <li className="group relative grid gap-x-8 gap-y-1 border-b border-line py-4 in-[.by-topic]:last:border-b-0 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid content-start gap-0.5">
        <h3 className="text-xl max-sm:text-lg">
          <Link to={piece.path} className="no-underline after:absolute after:inset-0 group-hover:text-accent">
            {piece.title}
          </Link>
        </h3>
        <p className="line-clamp-2 text-muted max-sm:text-sm">{piece.description}</p>
        <p className="text-sm text-muted first-letter:uppercase">
          {piece.isFree && !showsKind ? (
            <span className="font-semibold text-accent">Free to read&ensp;</span>
          ) : null}
          {about.join(' · ')}
        </p>
        {showsKind && piece.note !== null ? (
          <p className="mt-1.5 flex gap-2 text-sm">
            <Pencil className="mt-0.5 size-4 text-accent" />
            <bdi className="line-clamp-3 whitespace-pre-line">{piece.note}</bdi>
          </p>
        ) : null}
      </div>
      <PieceState piece={piece} showsKind={showsKind} />
    </li>
  );
}

function PieceState({ piece, showsKind }: { piece: ListedPiece; showsKind: boolean }) {
  const hasNote = piece.note !== null && !showsKind;
  if (!piece.isRead && !piece.place && !piece.isSaved && !hasNote) return null;
  return (
    <p className="flex flex-wrap items-start gap-x-4 text-sm sm:max-w-56 sm:justify-end sm:pt-1 sm:text-right">
      {piece.isRead ? (
        <span className="inline-flex items-center gap-1.5 font-semibold text-good">
          <Check className="size-4" /> Read
        </span>
      ) : null}
      {piece.place ? (
        <Link
          to={`${piece.path}#${piece.place.id}`}
          className="relative z-10 py-1 font-semibold text-accent no-underline hover:underline"
        >
          Go on at “{piece.place.text}”
        </Link>
      ) : null}
      {hasNote ? (
        <span className="inline-flex items-center gap-1.5 text-muted">
          <Pencil className="size-4" /> Note
        </span>
      ) : null}
      {piece.isSaved ? (
        <span className="inline-flex items-center gap-1.5 text-accent">
          <Bookmark className="size-4" isFilled /> Saved
        </span>
      ) : null}
    </p>
  );
}
