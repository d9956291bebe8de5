const sent = 'sent';

/** Notes on the page that one of its forms was sent by the script. */
export function noteUse(): void {
  document.documentElement.dataset[sent] = '';
}

/** Whether that was so before React came. */
export const isUsedEarly = (): boolean => sent in document.documentElement.dataset;
