import type { ReactNode } from 'react';

/** A progress bar with its text; `percent` is 0 to 100. */
export function ProgressBar({
  percent,
  label,
  children,
}: {
  percent: number;
  label: string;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-1.5">
      <progress value={percent} max={100} aria-label={label}>
        {percent}%
      </progress>
      {children ? <p className="text-sm text-muted tabular-nums">{children}</p> : null}
    </div>
  );
}
