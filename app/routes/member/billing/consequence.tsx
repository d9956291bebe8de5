import type { ReactNode } from 'react';
import { Check } from '#app/ui/icon.tsx';

/** One thing that canceling, or asking for a refund, does: an item of a list. */
export function Consequence({ children }: { children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Check className="mt-1 text-accent" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
