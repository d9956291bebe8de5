import { Badge } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';

/** The reseller trial, while it runs (P23). */
export function TrialCard({ text }: { text: string }) {
  return (
    <section aria-labelledby="trial">
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 id="trial" className="text-xl">
            Reseller trial
          </h2>
          <Badge tone="good">Running</Badge>
        </div>
        <p className="max-w-prose text-muted">{text}</p>
      </Card>
    </section>
  );
}
