import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';

const firstPauseMs = 1_500;
const longestPauseMs = 30_000;

/** Has a page that waits for news look again by itself, ever less often. */
export function useLookingAgain(isAwaited = true): void {
  const { revalidate, state } = useRevalidator();
  const pauseMs = useRef(firstPauseMs);
  useEffect(() => {
    if (!isAwaited || state !== 'idle') return;
    const timer = setTimeout(revalidate, pauseMs.current);
    pauseMs.current = Math.min(pauseMs.current * 1.25, longestPauseMs);
    return () => clearTimeout(timer);
  }, [isAwaited, state, revalidate]);
}

/** For pages that wait for news: with scripts the page looks again by itself; this link does it without. */
export function LookAgain({ to, label = 'Look again' }: { to: string; label?: string }) {
  useLookingAgain();
  return (
    <ButtonLink variant="quiet" to={to} reloadDocument className="-ml-4">
      {label}
    </ButtonLink>
  );
}
