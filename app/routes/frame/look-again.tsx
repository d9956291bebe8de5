import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';

const firstPauseMs = 1_500;
const longestPauseMs = 30_000;

/** For pages that wait for news: with scripts the page looks again by itself, ever less often; this link does it without. */
export function LookAgain({ to, label = 'Look again' }: { to: string; label?: string }) {
  const { revalidate, state } = useRevalidator();
  const pauseMs = useRef(firstPauseMs);
  useEffect(() => {
    if (state !== 'idle') return;
    const timer = setTimeout(revalidate, pauseMs.current);
    pauseMs.current = Math.min(pauseMs.current * 1.25, longestPauseMs);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <ButtonLink variant="quiet" to={to} reloadDocument className="-ml-4">
      {label}
    </ButtonLink>
  );
}
