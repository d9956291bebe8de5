import readingScript from 'virtual:reading-script';
import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { Marks } from '#app/domain/learning/reading/marks.server.ts';

/** A text whose reader's place is kept (app/ui/script/reading): by the heading they are at, on every device. */
export function KeptText({
  pieceKey,
  place,
  children,
}: {
  pieceKey: string;
  place: Marks['place'];
  children: ReactNode;
}) {
  return (
    <div
      key={pieceKey}
      data-player={readingScript}
      data-piece={pieceKey}
      data-kept-at={href('/reading')}
      data-heading={place?.id}
    >
      {children}
    </div>
  );
}
