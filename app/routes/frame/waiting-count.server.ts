const countClass =
  'ml-auto rounded-full bg-accent px-2 text-xs leading-5 font-semibold text-on-accent tabular-nums';

/** How many assignments wait, as it stands beside the menu's link to them: HTML, written by the server alone. Nothing where that is unknown. */
export const waitingHtml = (count: number | 'unknown'): string =>
  count === 0 || count === 'unknown'
    ? ''
    : `<span class="${countClass}">${count > 99 ? '99+' : count}<span class="sr-only"> waiting</span></span>`;
