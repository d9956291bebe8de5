import type { ReactNode } from 'react';
import { topicName } from '#app/routes/frame/topic-names.ts';
import { CourseCover } from '#app/ui/course-cover.tsx';
import { topicDrawings } from '#app/ui/topic-drawings.ts';

/** The groups of pieces that follow each other and are of one topic. */
function groupByTopic<Piece extends { topic: string | null }>(pieces: readonly Piece[]) {
  const groups: { topic: string; pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const topic = piece.topic ?? '';
    const last = groups.at(-1);
    if (last?.topic === topic) last.pieces.push(piece);
    else groups.push({ topic, pieces: [piece] });
  }
  return groups;
}

/** Pieces in the order of their topics, each topic beside its drawing; `children` makes the row of a piece, and `id` is the list's own. */
export function ByTopic<Piece extends { topic: string | null }>({
  id,
  pieces,
  children,
}: {
  id: string;
  pieces: readonly Piece[];
  children(piece: Piece): ReactNode;
}) {
  return (
    <div className="border-t border-line-strong">
      {groupByTopic(pieces).map((group) => (
        <div
          key={group.topic}
          className="grid gap-x-8 border-line py-6 not-last:border-b lg:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <p
            id={`${id}-${group.topic}`}
            className="flex items-center gap-4 font-display text-xl lg:grid lg:content-start lg:gap-2 lg:pt-4"
          >
            <CourseCover drawing={topicDrawings[group.topic]} className="w-16! lg:w-24!" />
            <span>
              {topicName(group.topic)}{' '}
              <span className="font-sans text-sm text-muted tabular-nums lg:block">
                {group.pieces.length}
              </span>
            </span>
          </p>
          <ul aria-labelledby={`${id}-${group.topic}`} className="by-topic">
            {group.pieces.map(children)}
          </ul>
        </div>
      ))}
    </div>
  );
}
