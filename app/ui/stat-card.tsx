import type { ReactNode } from 'react';
import { Card } from '#app/ui/card.tsx';

/** One figure with its name, as on dashboards. */
export function StatCard({ label, value, note }: { label: ReactNode; value: ReactNode; note?: ReactNode }) {
  return (
    <Card className="grid content-start gap-1">
      <p className="text-sm text-muted">{label}</p>
      <p className="font-display text-3xl leading-tight tabular-nums">{value}</p>
      {note ? <p className="text-xs text-muted">{note}</p> : null}
    </Card>
  );
}
