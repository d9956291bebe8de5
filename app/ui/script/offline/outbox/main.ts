// The script of changes that wait (P338), loaded with that of the connection for whoever may keep pages: keeps checkmarks and notes whose
// form found no connection, shows them on their pages, and sends them once there is one.

import { showNotice } from '#app/ui/script/connection/notice.ts';
import { keepPage } from '#app/ui/script/connection/site-worker.ts';
import { count } from '#app/ui/script/offline/elements.ts';
import { showConflict } from '#app/ui/script/offline/outbox/conflict.ts';
import { listChanges, type WaitingChange } from '#app/ui/script/offline/outbox/entries.ts';
import { type Report, sendWaiting } from '#app/ui/script/offline/outbox/send.ts';
import { showProblems, showSent, showWaiting } from '#app/ui/script/offline/outbox/shown-changes.ts';
import { keepUnsent } from '#app/ui/script/offline/outbox/unsent.ts';
import { knownReader } from '#app/ui/script/offline/reader.ts';

let place: HTMLElement;
/** What waits, as far as this page knows: signing out would delete it. */
let waitingCount = 0;
let hasBegun = false;

/** Begins, once for a page, and looks after what it shows. */
export async function beginOutbox(part: HTMLElement): Promise<void> {
  place = part;
  if (!hasBegun) {
    hasBegun = true;
    keepUnsent(() => {
      waitingCount += 1;
    });
    window.addEventListener('online', () => void sendAll());
    window.addEventListener('submit', askBeforeSignOut, { capture: true });
  }
  await sendAll();
}

async function ownChanges(): Promise<WaitingChange[]> {
  const reader = await knownReader();
  return reader?.account ? listChanges(reader.account) : [];
}

async function sendAll(): Promise<void> {
  const changes = await ownChanges();
  waitingCount = changes.length;
  if (changes.length === 0) return;
  // A page that was saved itself is shown with what has been changed since.
  for (const change of changes) if (change.page === location.pathname) showWaiting(change);
  if (changes.some(({ problem }) => !problem)) tell(await sendWaiting());
  const remaining = await ownChanges();
  waitingCount = remaining.length;
  for (const change of remaining)
    if (change.problem === 'conflict' && change.page === location.pathname) showConflict(change, sendWaiting);
  const undecided = remaining.find(({ problem }) => problem);
  if (undecided && location.pathname !== '/offline') tellProblem(undecided);
}

/** Says what was sent, and what its reader has to decide. */
function tell({ sent, problems }: Report): void {
  for (const page of new Set(sent.map((change) => change.page))) keepPage(page);
  // Where that fails the page is asked for anew by its reader.
  showSent(sent).catch(() => undefined);
  showProblems(problems);
  if (problems.length > 0 || sent.length === 0) return;
  const remove = showNotice(
    place,
    `You’re back online. ${count(sent.length, 'change')} you made offline ${sent.length === 1 ? 'was' : 'were'} saved.`,
    [
      ...(sent.some(({ page }) => page === location.pathname)
        ? [{ label: 'Load the latest', isMain: true, act: () => location.reload() }]
        : []),
      { label: 'OK', act: () => remove() },
    ],
  );
}

function tellProblem({ problem, page, title }: WaitingChange): void {
  const name = `“${title.split(' | ')[0]}”`;
  const text =
    problem === 'conflict'
      ? `Your note on ${name} was changed in two places. Both versions are safe.`
      : `A change you made offline on ${name} couldn’t be saved.`;
  const isConflict = problem === 'conflict';
  const isHere = page === location.pathname;
  // The page shows both versions itself, unless it was saved before there were two.
  if (isHere && isConflict && !('copy' in document.documentElement.dataset)) return;
  const open = () => {
    location.assign(isConflict ? `${page}#note` : '/offline');
    // Where only the place within this page is another, the browser would not load it anew.
    if (isHere && isConflict) location.reload();
  };
  showNotice(place, text, [
    { label: isConflict ? 'Compare them' : 'See what happened', isMain: true, act: open },
  ]);
}

/** Signing out deletes what waits: whoever has something is asked first. */
function askBeforeSignOut(event: SubmitEvent): void {
  const { target: form } = event;
  if (waitingCount === 0 || !(form instanceof HTMLFormElement) || !form.action.endsWith('/logout')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const remove = showNotice(
    place,
    `${count(waitingCount, 'change')} you made offline ${waitingCount === 1 ? 'isn’t' : 'aren’t'} saved yet. Signing out deletes ${waitingCount === 1 ? 'it' : 'them'} from this device.`,
    [
      {
        label: 'Sign out anyway',
        isMain: true,
        act: () => {
          waitingCount = 0;
          form.requestSubmit();
        },
      },
      { label: 'Stay signed in', act: () => remove() },
    ],
  );
}
