import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';

interface CountdownProps {
  copy: { text: string; stay: string; onward: string; to: string };
}

/** Where the next page opens by itself (P11). */
const seconds = 3;

/** Whatever one does on the page stops the clock. */
const interactions = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Remembered for the session: a page that was stayed on, or has gone on once, does not go on again. */
const keyOf = (to: string) => `stayed-before:${to}`;

function wasHere(to: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(to)) !== null;
  } catch {
    return true;
  }
}

function remember(to: string): void {
  try {
    sessionStorage.setItem(keyOf(to), 'yes');
  } catch {
    // Then the page asks again the next time.
  }
}

/**
 * Opens the next page after three seconds, counted where they can be seen, unless one stays, touches the page or hides it. Without
 * scripts it is a plain link onward.
 */
export function Countdown({ copy: { text, stay, onward, to } }: CountdownProps) {
  const navigate = useNavigate();
  const [left, setLeft] = useState<number | null>(null);

  useEffect(() => {
    if (!wasHere(to)) setLeft(seconds);
  }, [to]);

  useEffect(() => {
    if (left === null) return;
    const stop = () => {
      remember(to);
      setLeft(null);
    };
    const stopWhereHidden = () => {
      if (document.hidden) stop();
    };
    for (const event of interactions) addEventListener(event, stop, { passive: true });
    document.addEventListener('visibilitychange', stopWhereHidden);
    const timer = setTimeout(() => {
      if (left > 1) return setLeft(left - 1);
      remember(to);
      navigate(to);
    }, 1_000);
    return () => {
      clearTimeout(timer);
      for (const event of interactions) removeEventListener(event, stop);
      document.removeEventListener('visibilitychange', stopWhereHidden);
    };
  }, [left, navigate, to]);

  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-6">
      {left === null ? null : (
        <p role="timer" className="text-muted">
          {text} <strong className="tabular-nums">{left}</strong>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {/* A press is an interaction, which stops the clock. */}
        {left === null ? null : <Button variant="secondary">{stay}</Button>}
        <ButtonLink variant="quiet" to={to}>
          {onward}
        </ButtonLink>
      </div>
    </div>
  );
}
