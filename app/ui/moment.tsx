import localTimeScript from 'virtual:local-time-script';

const inUtc = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/**
 * A moment in short words with its time zone: "Nov 22, 2026, 01:45 UTC". With scripts it is in the reader's own zone, with the zone and
 * the time in UTC as its title (P179); `isRelative` has scripts say how long ago it was, and show the time itself when it is pressed;
 * `isUtc` keeps it in UTC, where it stands beside a field that is filled in so.
 */
export function Moment({
  at,
  isUtc = false,
  isRelative = false,
}: {
  at: Date;
  isUtc?: boolean;
  isRelative?: boolean;
}) {
  return (
    // The page's script may have written the local time before React reads the page.
    <time
      dateTime={at.toISOString()}
      className="tabular-nums"
      data-player={isUtc ? undefined : localTimeScript}
      data-relative={isRelative ? '' : undefined}
      suppressHydrationWarning
    >
      {`${inUtc.format(at)} UTC`}
    </time>
  );
}
