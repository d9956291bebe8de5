import type { ReactNode } from 'react';
import { importStateWords } from '#app/domain/operating/imports/state-words.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';

/** How far a job is with a file, with a way to look again: the page works without scripts. */
export function FileProgress({
  state,
  done,
  total,
  path,
  more,
}: {
  state: string;
  done: number;
  total: number;
  path: string;
  /** Said after the share. */
  more?: ReactNode;
}) {
  const percent = Math.min(100, Math.floor((100 * done) / Math.max(total, 1)));
  return (
    <div className="grid max-w-3xl gap-3">
      <ProgressBar percent={percent} label={importStateWords(state)}>
        {percent}%{more}
      </ProgressBar>
      <ButtonLink variant="secondary" to={path} className="justify-self-start">
        Refresh
      </ButtonLink>
    </div>
  );
}
