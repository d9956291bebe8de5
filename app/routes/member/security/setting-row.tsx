import type { ReactNode } from 'react';

/** One thing that can be set: what it is, how it stands, and what can be done about it. */
export function SettingRow({
  title,
  note,
  children,
}: {
  title: ReactNode;
  note: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4">
      <div className="grid min-w-0 gap-0.5">
        <h3 className="font-sans text-base font-semibold">{title}</h3>
        <p className="text-sm text-muted">{note}</p>
      </div>
      {children}
    </div>
  );
}
