// The assistant's panel, loaded when it is opened for the first time (app/ui/script/assistant.ts).

import * as calls from '#app/ui/assistant/panel/calls.ts';
import { remember, remembered } from '#app/ui/assistant/panel/memory.ts';
import { messageView } from '#app/ui/assistant/panel/message.ts';
import { ratingView } from '#app/ui/assistant/panel/rating.ts';
import { ticketView } from '#app/ui/assistant/panel/ticket.ts';
import { addMessage, makeView, suggestion, type View } from '#app/ui/assistant/panel/view.ts';

let view: View | undefined;
let toggle: HTMLAnchorElement;
/** What is being asked, if something is. */
let asking: AbortController | undefined;

const isOpen = () => view?.panel.isConnected === true;

/** Opens the panel, or closes it. `button` is the link that stands for it on the page. */
export async function toggleAssistant(button: HTMLAnchorElement, takesFocus = true): Promise<void> {
  toggle = button;
  if (isOpen()) return close();
  view ??= wire(makeView());
  document.body.append(view.panel);
  remember({ isOpen: true });
  toggle.setAttribute('aria-expanded', 'true');
  view.input.value = remembered().draft;
  if (takesFocus) view.input.focus();
  await fill(view);
}

function close(): void {
  const hadFocus = view?.panel.contains(document.activeElement);
  view?.panel.remove();
  remember({ isOpen: false });
  toggle.setAttribute('aria-expanded', 'false');
  if (hadFocus) toggle.focus();
}

function show(
  { list }: View,
  sender: 'user' | 'ai',
  text: string,
  citations: Parameters<typeof messageView>[1] = [],
): HTMLElement {
  const message = addMessage(list, sender);
  if (sender === 'user') message.append(text);
  else message.append(...messageView(text, citations));
  return message;
}

const scrollToEnd = ({ list }: View) => list.scrollTo({ top: list.scrollHeight });

/** The question stands at the top, and what is said of it is read from its beginning. */
const scrollToMessage = ({ list }: View, message: HTMLElement) =>
  list.scrollTo({ top: message.offsetTop - list.offsetTop - 12 });

/** What was said before, and what may be asked here. */
async function fill(view: View): Promise<void> {
  const { list, page, suggestions, problem } = view;
  if (asking) return;
  try {
    const { conversationId, messages, questions } = await calls.open(remembered().conversationId);
    if (asking) return;
    remember({ conversationId });
    list.replaceChildren();
    for (const { id, sender, text, citations, proposal, ticketNumber, rating } of messages) {
      const message = show(view, sender, text, citations);
      if (proposal) message.append(ticketView(id, proposal, ticketNumber));
      if (sender === 'ai') message.append(ratingView(id, rating));
    }
    if (messages.length === 0)
      show(
        view,
        'ai',
        'Ask about anything in your library. What I find I quote, with where it stands. What I do not find, I say.',
      );
    suggestions.replaceChildren(...(messages.length === 0 ? questions.map(suggestion) : []));
    page.href = conversationId
      ? `/assistant/${conversationId}`
      : `/assistant?${new URLSearchParams({ on: location.pathname })}`;
    scrollToEnd(view);
  } catch (error) {
    if (error instanceof calls.SignedOut) location.assign(toggle.href);
    else problem.textContent = 'Sorry, there was a problem connecting to the AI.';
  }
}

function setPending({ input, ask, stop, status, fresh }: View, isPending: boolean): void {
  input.disabled = isPending;
  ask.disabled = isPending;
  fresh.disabled = isPending;
  ask.textContent = unanswered?.message === input.value ? 'Try again' : 'Ask';
  stop.hidden = !isPending;
  status.textContent = isPending ? 'Thinking...' : '';
}

/** A message that was not answered, to be sent again as the same one. */
let unanswered: { message: string; requestKey: string } | undefined;

async function askFor(view: View, message: string): Promise<void> {
  if (asking || message.trim() === '') return;
  const { input, problem, suggestions, status, limit, page } = view;
  problem.textContent = '';
  suggestions.replaceChildren();
  asking = new AbortController();
  const requestKey = unanswered?.message === message ? unanswered.requestKey : crypto.randomUUID();
  const question = show(view, 'user', message);
  const answer = addMessage(view.list, 'ai');
  const label = [...answer.childNodes];
  setPending(view, true);
  scrollToEnd(view);
  try {
    const request = { message, conversationId: remembered().conversationId, requestKey };
    const whole = await calls.send(request, asking.signal, {
      hear(text) {
        status.textContent = '';
        answer.replaceChildren(...label, ...messageView(text, []));
        scrollToMessage(view, question);
      },
      notice(words) {
        status.textContent = words;
      },
    });
    answer.replaceChildren(...label, ...messageView(whole.reply, whole.citations));
    if (whole.proposal) answer.append(ticketView(whole.id, whole.proposal, null));
    answer.append(ratingView(whole.id, null));
    unanswered = undefined;
    // A question that was offered leaves what is half typed.
    if (input.value === message) input.value = '';
    remember({ draft: input.value, conversationId: whole.conversationId });
    page.href = `/assistant/${whole.conversationId}`;
    const limitText = whole.messagesLeft <= 10 ? `Messages left today: ${whole.messagesLeft}.` : '';
    limit.textContent = [limitText, whole.notice].filter(Boolean).join(' ');
  } catch (error) {
    if (error instanceof calls.SignedOut) return location.assign(toggle.href);
    // Nothing typed is lost.
    unanswered = { message, requestKey };
    question.remove();
    answer.remove();
    if (input.value === '' || input.value === message) input.value = message;
    else suggestions.replaceChildren(suggestion(message));
    remember({ draft: input.value });
    const isStopped = error instanceof DOMException && error.name === 'AbortError';
    if (!isStopped)
      problem.textContent =
        error instanceof calls.Refused ? error.message : 'Sorry, there was a problem connecting to the AI.';
  } finally {
    asking = undefined;
    setPending(view, false);
    if (isOpen()) input.focus();
  }
  // A question that was taken back stands nowhere.
  if (question.isConnected) scrollToMessage(view, question);
  else scrollToEnd(view);
}

/** A panel over the form that one fills in gives way. */
function giveWay({ target }: FocusEvent): void {
  if (!view || !isOpen() || !(target instanceof HTMLElement) || view.panel.contains(target)) return;
  if (!target.matches('input, select, textarea')) return;
  const [field, panel] = [target.getBoundingClientRect(), view.panel.getBoundingClientRect()];
  const isCovered =
    field.right > panel.left &&
    field.left < panel.right &&
    field.bottom > panel.top &&
    field.top < panel.bottom;
  if (isCovered) close();
}

function wire(view: View): View {
  const { panel, form, input, stop, fresh, close: closing, suggestions } = view;
  // Within the panel: the script of all pages sends no form that was prevented.
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void askFor(view, input.value);
  });
  input.addEventListener('input', () => {
    remember({ draft: input.value });
    view.ask.textContent = unanswered?.message === input.value ? 'Try again' : 'Ask';
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  suggestions.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) void askFor(view, target.value);
  });
  stop.addEventListener('click', () => asking?.abort());
  closing.addEventListener('click', close);
  fresh.addEventListener('click', () => {
    remember({ conversationId: null });
    view.list.replaceChildren();
    void fill(view);
    input.focus();
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  document.addEventListener('focusin', giveWay);
  // A refused form brings another body: the panel comes along.
  new MutationObserver(() => {
    if (!remembered().isOpen || panel.isConnected) return;
    document.body.append(panel);
    const again = document.querySelector<HTMLAnchorElement>('a[data-assistant]');
    if (again) toggle = again;
  }).observe(document.documentElement, { childList: true });
  return view;
}
