import * as calls from '#app/ui/assistant/panel/calls.ts';
import { element } from '#app/ui/assistant/panel/element.ts';
import { fieldClass, primary } from '#app/ui/assistant/panel/view.ts';

const statusLine = (text: string) => element('p', { className: 'text-muted', role: 'status' }, text);

const openedMessage = ({ number, waits }: calls.OpenedTicket) =>
  statusLine(
    waits
      ? `One step left: follow the link we sent you by email, and our team gets your question. It is ticket ${number}.`
      : `Sent to our support team as ticket ${number}. We answer by email within 24 hours.`,
  );

/** A message to the support team that an answer offers: nothing is sent before its button is pressed. */
export function ticketView(messageId: string, proposal: calls.Proposal, number: number | null): Node {
  if (number !== null) return statusLine(`Your question is ticket ${number}. Answers come by email.`);
  const name = `ticket-${messageId}`;
  const subject = element('input', {
    id: `${name}-subject`,
    value: proposal.subject,
    maxLength: 150,
    required: true,
    dir: 'auto',
    className: fieldClass,
  });
  const message = element('textarea', {
    id: `${name}-message`,
    value: proposal.message,
    maxLength: 5000,
    rows: 3,
    required: true,
    dir: 'auto',
    className: fieldClass,
  });
  const button = element(
    'button',
    { type: 'submit', className: `${primary} justify-self-start` },
    'Send to support',
  );
  const problem = element('p', { role: 'alert', className: 'text-danger empty:hidden' });
  const label = (text: string, field: HTMLElement) =>
    element('label', { className: 'font-semibold', htmlFor: field.id }, text);
  const form = element(
    'form',
    { className: 'grid gap-2 pb-3' },
    label('Subject', subject),
    subject,
    label('Message', message),
    message,
    problem,
    button,
  );
  const view = element(
    'details',
    { className: 'rounded-control border border-line bg-surface px-3' },
    element(
      'summary',
      { className: 'flex min-h-11 cursor-pointer items-center font-semibold text-accent' },
      'Ask a person',
    ),
    form,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    problem.textContent = '';
    calls
      .sendTicket({ messageId, subject: subject.value, message: message.value })
      .then((ticket) => view.replaceWith(openedMessage(ticket)))
      .catch((error: unknown) => {
        button.disabled = false;
        problem.textContent =
          error instanceof calls.Refused
            ? error.message
            : 'Sorry, there was a problem sending this. Please try again.';
      });
  });
  return view;
}
