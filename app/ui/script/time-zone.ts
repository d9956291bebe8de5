// The script of a choice of time zones, loaded when the page has nothing to do.

/** Chooses the browser's time zone, unless its reader has chosen another: it is added where the list does not have it. */
export function prepare(select: HTMLSelectElement): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const isAsSent = [...select.options].every(({ selected, defaultSelected }) => selected === defaultSelected);
  if (!timeZone || !isAsSent || 'chosen' in select.dataset) return;
  if (![...select.options].some(({ value }) => value === timeZone)) {
    const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ');
    select.append(new Option(city, timeZone));
  }
  select.value = timeZone;
}
