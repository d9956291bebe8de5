// Keeps each box of a checklist as soon as it is ticked, and tells other tabs.

import { keepPage } from '#app/ui/script/connection/site-worker.ts';

/** A box that was ticked, as tabs tell each other. */
interface TickMessage {
  name: string;
  isTicked: boolean;
  statusText: string;
}

/** Serves a text with a checklist (`data-script`), whose form has the id "checklist", and what it says and its button "ticked". */
export function begin(part: HTMLElement): void {
  const form = document.getElementById('checklist');
  const status = part.querySelector<HTMLElement>('#ticked [role="status"]');
  const save = part.querySelector<HTMLButtonElement>('#ticked button');
  if (!(form instanceof HTMLFormElement) || !status || !save) return;
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel(form.action) : null;
  // One after the other, so that the last press counts.
  let sending: Promise<unknown> = Promise.resolve();
  const isBox = (target: unknown): target is HTMLInputElement =>
    target instanceof HTMLInputElement && target.type === 'checkbox' && target.form === form;
  // From here on nothing waits for it.
  save.hidden = true;
  const keep = (box: HTMLInputElement) => {
    status.textContent = 'Saving...';
    sending = sending.then(async () => {
      const { name, checked } = box;
      const body = new URLSearchParams({ box: name, ticked: checked ? '1' : '' });
      try {
        const answer = await fetch(form.action, {
          method: 'POST',
          body,
        });
        if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
        const count = await answer.text();
        box.defaultChecked = checked;
        save.hidden = true;
        status.textContent = `${count}. Saved.`;
        keepPage(location.pathname);
        tabs?.postMessage({ name, isTicked: checked, statusText: count } satisfies TickMessage);
      } catch (error) {
        const isKept =
          error instanceof TypeError &&
          !dispatchEvent(
            new CustomEvent('unsent', {
              cancelable: true,
              detail: { from: form, action: form.action, body },
            }),
          );
        if (isKept) return;
        status.textContent = 'Not saved yet. Your ticks are still here: press Save to try again.';
        save.hidden = false;
      }
    });
  };
  part.addEventListener('change', ({ target }) => isBox(target) && keep(target));
  tabs?.addEventListener('message', ({ data }: MessageEvent<TickMessage>) => {
    const box = form.elements.namedItem(data.name);
    if (!isBox(box)) return;
    box.checked = data.isTicked;
    box.defaultChecked = data.isTicked;
    status.textContent = data.statusText;
  });
  // What was ticked before this script was there.
  for (const box of form.elements) if (isBox(box) && box.checked !== box.defaultChecked) keep(box);
}
