const shown = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** A moment in short words, as "Nov 22, 2026, 01:45"; in UTC, as the page that shows it says. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="tabular-nums">
      {shown.format(at)}
    </time>
  );
}
