import { type ChangeKind, idOf, saveChange } from '#app/ui/script/offline/outbox/entries.ts';
import { sayBeside } from '#app/ui/script/offline/outbox/shown-changes.ts';
import { knownReader } from '#app/ui/script/offline/reader.ts';

/** What the script of a form tells when it found no connection: it says nothing itself where somebody keeps it. */
export interface Unsent {
  /** The form, or another element that says what kind of change it is (`data-offline`). */
  from: HTMLElement;
  /** Where it was to be sent; the form's own address where left out. */
  action?: string;
  body: URLSearchParams | FormData;
}

interface Syncing {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * React loads what its forms need when one is sent: without a connection it would load the page anew instead. So they are taken from it
 * while the browser knows that it has none.
 */
function takeFromReact(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  if (navigator.onLine || !('__reactRouterContext' in window) || !(form instanceof HTMLFormElement)) return;
  if (!form.matches('[data-offline="complete"]')) return;
  const detail: Unsent = { from: form, body: new FormData(form, submitter) };
  if (window.dispatchEvent(new CustomEvent('unsent', { cancelable: true, detail }))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Keeps changes whose form found no connection, as far as their reader may keep pages in this browser. */
export function keepUnsent(onKept: () => void): void {
  window.addEventListener('submit', takeFromReact, { capture: true });
  window.addEventListener('unsent', (event) => {
    const { from, action, body: sent } = (event as CustomEvent<Unsent>).detail;
    const body = new URLSearchParams(sent as never);
    const kind = from.closest<HTMLElement>('[data-offline]')?.dataset.offline as ChangeKind | undefined;
    if (!kind || !isKept(kind, body)) return;
    event.preventDefault();
    keep(kind, pathOf(action ?? (from.getAttribute('action') || location.pathname)), body).then(
      () => {
        onKept();
        sayBeside(from, kind, 'Saved on this device. We’ll send it when you’re back online.');
      },
      () =>
        sayBeside(
          from,
          kind,
          'The connection failed, and this device has no room to save it. Please try again later.',
        ),
    );
  });
}

/** An address of this site as forms and lists compare it. */
const pathOf = (address: string) => new URL(address, location.href).pathname;

/** Saving a piece for later and the like share the address of a note, and are not kept. */
const isKept = (kind: ChangeKind, body: URLSearchParams) =>
  kind !== 'note' || ['note', 'delete_note'].includes(body.get('intent') ?? '');

async function keep(kind: ChangeKind, action: string, body: URLSearchParams): Promise<void> {
  const reader = await knownReader();
  if (!reader?.account || reader.access === 'off' || reader.access === 'none')
    throw new Error('Nobody reads here.');
  await saveChange({
    id: idOf(kind, action, body),
    account: reader.account,
    kind,
    page: location.pathname,
    title: document.title,
    action,
    body: String(body),
    at: new Date().toISOString(),
  });
  const registration = (await navigator.serviceWorker.ready) as ServiceWorkerRegistration & Syncing;
  // Where the browser does it, it is sent though no page is open; elsewhere with the next page.
  await registration.sync?.register('outbox').catch(() => undefined);
}
