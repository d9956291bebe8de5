/** A page that somebody wants to open, and what they call it. */
export interface Destination {
  href: string;
  label: string;
}

const shorten = (text: string) => {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > 60 ? `${plain.slice(0, 59).trimEnd()}…` : plain;
};

/** What a link is called, as a screen reader would say it. */
const nameOf = (link: HTMLElement) => shorten(link.ariaLabel ?? link.innerText);

/** Where a press leads from this page, in this tab; null where it stays, or the browser does something else, such as open a tab. */
export function destinationOfClick(event: MouseEvent): Destination | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]');
  if (!link || link.hasAttribute('download') || !['', '_self'].includes(link.target)) return null;
  const { protocol, href } = link;
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const isThisPage = href.split('#')[0] === location.href.split('#')[0] && link.hash !== '';
  return isThisPage ? null : { href, label: nameOf(link) };
}

/** Where a form leads that only asks for a page, such as a search; null for one that is posted. */
export function destinationOfForm({ target: form, submitter }: SubmitEvent): Destination | null {
  if (!(form instanceof HTMLFormElement) || form.method !== 'get' || !['', '_self'].includes(form.target))
    return null;
  const url = new URL(form.getAttribute('action') ?? location.pathname, location.href);
  url.search = String(new URLSearchParams(new FormData(form, submitter) as never));
  return { href: url.href, label: submitter ? nameOf(submitter) : '' };
}
