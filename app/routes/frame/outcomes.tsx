import { Card } from '#app/ui/card.tsx';
import { Check } from '#app/ui/icon.tsx';

/** What somebody can do after a course or a series. */
export function Outcomes({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">{title}</h2>
      <ul className="grid gap-2.5 text-sm">
        {items.map((item) => (
          <li key={item} className="flex gap-2">
            <Check className="mt-0.5 text-accent" />
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
