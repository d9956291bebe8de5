import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';

const tones = {
  success: 'border-good bg-good-soft text-good',
  error: 'border-danger bg-danger-soft text-danger',
  info: 'border-line-strong bg-surface text-ink',
  warn: 'border-warn bg-warn-soft text-warn',
};

/** A message box. `live` makes assistive technology read it when it appears (errors at once, and a page opens at them). */
export function Notice({
  tone = 'info',
  live = false,
  children,
  className,
}: {
  tone?: keyof typeof tones;
  live?: boolean;
  children: ReactNode;
  className?: string;
}) {
  const role = live ? (tone === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div
      role={role}
      tabIndex={role === 'alert' ? -1 : undefined}
      className={classNames('rounded-control border px-4 py-3 text-sm', tones[tone], className)}
    >
      {children}
    </div>
  );
}
