/** Stands on the page while a form is on its way; an event of this name says that none is any more. */
const sending = 'data-sending';

/** Notes on the page that one of its forms is on its way, or no more. */
export function noteSending(isOnItsWay: boolean): void {
  const page = document.documentElement;
  page.toggleAttribute(sending, isOnItsWay);
  // What is said of it then stands there first.
  if (!isOnItsWay) setTimeout(() => page.dispatchEvent(new Event(sending)));
}

/**
 * Begins when no form of the page is on its way: its button has other words meanwhile, which React would not find as it was made. Takes
 * away what is said of one that was not answered, which React knows nothing of: `begin` is given what puts it back.
 */
export function beforeReact(begin: (putBack: () => void) => void): void {
  const page = document.documentElement;
  const start = () => {
    const message = document.getElementById('unsent');
    const next = message?.nextElementSibling;
    message?.remove();
    begin(() => next?.before(message ?? ''));
  };
  if (page.hasAttribute(sending)) page.addEventListener(sending, start, { once: true });
  else start();
}
