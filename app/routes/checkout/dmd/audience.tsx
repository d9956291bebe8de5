import type { ReactNode } from 'react';
import { Check, Close } from '#app/ui/icon.tsx';

interface Lines {
  title: string;
  items: string[];
}

/** For whom the book is, and for whom not. */
export function Fit({ forWhom, notFor }: { forWhom: Lines; notFor: Lines }) {
  return (
    <div className="page section grid gap-14 lg:grid-cols-2 lg:gap-20">
      <FitList id="for" lines={forWhom} icon={<Check className="mt-1 text-accent" />} />
      <FitList id="not-for" lines={notFor} icon={<Close className="mt-1 text-muted" />} />
    </div>
  );
}

function FitList({ id, lines, icon }: { id: string; lines: Lines; icon: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid content-start gap-5">
      <h2 id={id}>{lines.title}</h2>
      <ul className="grid gap-3">
        {lines.items.map((item) => (
          <li key={item} className="flex gap-3">
            {icon}
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
