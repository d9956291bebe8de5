// The script of times (`Moment`), loaded when the page has nothing to do: they are told in the reader's own time zone.

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

/** Writes a time as it is here; its title has the zone, and the time in UTC. */
export function prepare(time: HTMLTimeElement): void {
  const at = new Date(time.dateTime);
  const serverText = time.textContent;
  if (Number.isNaN(at.getTime()) || local.resolvedOptions().timeZone === 'UTC') return;
  time.dataset.sent = serverText;
  time.textContent = local.format(at);
  time.title = `${withZone.format(at)} (${serverText})`;
}
