// The script of times (`Moment`), loaded when the page has nothing to do: they are told in the reader's own time zone.

import { relativeText } from '#app/ui/script/relative-time.ts';

const parts: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const local = new Intl.DateTimeFormat('en-US', parts);
const withZone = new Intl.DateTimeFormat('en-US', { ...parts, timeZoneName: 'short' });

/**
 * Writes a time as it is here, or as how long ago it was (`data-relative`), which a press changes to the time itself and back. Its title
 * has the zone, and the time in UTC.
 */
export function prepare(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  const serverText = time.textContent;
  if (Number.isNaN(at.getTime())) return;
  const relative = 'relative' in time.dataset ? relativeText(at, new Date()) : null;
  const isUtc = local.resolvedOptions().timeZone === 'UTC';
  if (relative === null && isUtc) return;
  const exact = isUtc ? serverText : local.format(at);
  time.dataset.sent = serverText;
  time.textContent = relative ?? exact;
  time.title = isUtc ? serverText : `${withZone.format(at)} (${serverText})`;
  if (relative !== null)
    time.onclick = () => {
      time.textContent = time.textContent === relative ? exact : relative;
    };
}
