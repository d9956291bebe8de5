/** Whether more of it is good news. */
export type Direction = 'up' | 'down';

/** A change with its sign: color alone says nothing to many. */
export function ChangeSign({ change, good = 'up' }: { change: number; good?: Direction }) {
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const isGood = good === 'up' ? change >= 0 : change <= 0;
  return (
    <span className={isGood ? 'font-semibold text-good' : 'font-semibold text-danger'}>
      {sign}
      {Math.abs(change).toLocaleString('en-US')}%
    </span>
  );
}
