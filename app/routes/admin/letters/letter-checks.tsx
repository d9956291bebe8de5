import type { LetterCheck } from '#app/domain/operating/letters/checks.server.ts';
import { Badge } from '#app/ui/badge.tsx';

const tones = { good: 'good', warning: 'warn', problem: 'danger' } as const;
const words = { good: 'OK', warning: 'Warning', problem: 'Problem' };

/** What was looked at before an email is sent. */
export function LetterChecks({ checks }: { checks: readonly LetterCheck[] }) {
  return (
    <ul className="rounded-card border border-line bg-surface text-sm">
      {checks.map(({ state, text }) => (
        <li key={text} className="flex items-baseline gap-3 border-t border-line px-4 py-2 first:border-0">
          <span className="shrink-0">
            <Badge tone={tones[state]}>{words[state]}</Badge>
          </span>
          <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  );
}
