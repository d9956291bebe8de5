import { onPress } from '#app/ui/script/on-press.ts';

/**
 * Links from one form of joining to another (`data-takes` names the form, `data-to` the other) take the typed email address along: it is
 * posted, since it is not to stand in the address line.
 */
export function takeEmailAlong(): void {
  onPress<HTMLAnchorElement>('a[data-takes]', (link, event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { takes = '', to = '' } = link.dataset;
    const form = document.getElementById(takes);
    const fields = form instanceof HTMLFormElement ? new FormData(form) : null;
    const email = String(fields?.get('email') ?? '');
    if (email.trim() === '') return;
    event.preventDefault();
    post({ intent: 'other_form', to, email, redirectTo: String(fields?.get('redirectTo')) });
  });
}

function post(fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'post';
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
