const sending = 'sending';
const released = 'released';

/** Notes on the page that one of its forms is on its way, or no more. */
export function noteSending(isOnItsWay: boolean): void {
  const { documentElement: page } = document;
  if (isOnItsWay) page.dataset[sending] = '';
  else delete page.dataset[sending];
  // What is said of it then stands there first.
  if (!isOnItsWay) setTimeout(() => page.dispatchEvent(new Event(released)));
}

/** Begins when no form of the page is on its way: its button has other words meanwhile, which React would not find as it was made. */
export function whenNothingIsSent(begin: () => void): void {
  const { documentElement: page } = document;
  if (sending in page.dataset) page.addEventListener(released, begin, { once: true });
  else begin();
}

/** Takes away what is said of a form that was not answered, which React knows nothing of. @returns what puts it back. */
export function takeMessage(): () => void {
  const message = document.getElementById('unsent');
  const { parentNode: form, nextSibling: next } = message ?? {};
  message?.remove();
  return () => {
    if (message && form) form.insertBefore(message, next?.parentNode === form ? next : null);
  };
}
