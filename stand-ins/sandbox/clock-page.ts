import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { monthAfter } from '#app/platform/payments/month-after.ts';
import { catchUp, comingUp, type Tasks, turnClock } from '#stand-ins/sandbox/agenda.ts';
import { type Html, html, page } from '#stand-ins/sandbox/html.ts';
import { isFromElsewhere, readBody, redirect, sendPage } from '#stand-ins/sandbox/http.ts';
import { withStore } from '#stand-ins/sandbox/store.ts';

const day = 24 * 3600;

/** A month, and two hours more: the invoice of a renewal is a draft for one. */
const steps: Readonly<Record<string, { label: string; from(now: number): number }>> = {
  hour: { label: 'Forward 1 hour', from: (now) => now + 3600 },
  day: { label: 'Forward 1 day', from: (now) => now + day },
  month: { label: 'Forward 1 month', from: (now) => monthAfter(now) + 2 * 3600 },
};

/** The sandbox's clock goes no further ahead than this: cards to try have an end too. */
const longestSeconds = 10 * 366 * day;

const formatMoment = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(
    seconds * 1000,
  );

/** What falls due, in the operator's words; what is not named here is housekeeping. */
const names: Readonly<Record<string, string>> = {
  'stripe.renew': 'A card subscription comes to the end of its month',
  'stripe.finalize': 'An invoice by card is no draft any more, and is paid or refused',
  'stripe.resume': 'A paused card subscription is to be paid again from its next period',
  'stripe.trial-will-end': 'A trial by card is about to end',
  'stripe.retry': 'A refused card payment is tried again',
  'stripe.settle-refund': 'A bank answers to a refund',
  'stripe.dispute': 'A bank takes a payment back',
  'stripe.inquire': 'A bank asks about a payment',
  'paypal.bill': 'A PayPal subscription comes to the end of its month',
  'paypal.settle-capture': 'PayPal has checked a payment',
  'paypal.retry': 'A failed PayPal payment is tried again',
};

interface Shown {
  now: number;
  ahead: number;
  next: { at: number; task: string }[];
  problem?: string;
  typedDate?: string;
}

function clockPage({ now, ahead, next, problem, typedDate = '' }: Shown): string {
  const coming = next.filter(({ task }) => names[task]).slice(0, 10);
  const list: Html =
    coming.length === 0
      ? html`<p>Nothing yet: buy something first.</p>`
      : html`<ol>${coming.map(({ at, task }) => html`<li>${formatMoment(at)}: ${names[task]}</li>`)}</ol>`;
  const body = html`<h1>The sandbox’s clock</h1>
<p>At the providers it is <strong>${formatMoment(now)} UTC</strong>${ahead > 0 ? html`, ${Math.round(ahead / day)} days ahead of the site` : ''}.</p>
<p>Turned forward, it renews subscriptions, tries cards, lets checkouts expire and sends the events of all of it. The site’s own clock stays where it is. It cannot be turned back.</p>
<form method="post" class="steps">
${Object.entries(steps).map(([name, { label }]) => html`<button name="step" value="${name}">${label}</button>`)}
</form>
<form method="post">
<div>
<label for="date">Forward to a date</label>
<input id="date" name="date" type="date" value="${typedDate}" required${problem ? html` aria-invalid="true" aria-describedby="date-error"` : ''}>
${problem ? html`<p class="error" id="date-error">${problem}</p>` : ''}
</div>
<button name="step" value="date">Go there</button>
</form>
<h2>What falls due next</h2>
${list}
<p><a href="/">Back to the site</a></p>`;
  return page(`${problem ? 'Error: ' : ''}The sandbox’s clock`, body);
}

/** Where a form wants the clock to be, in seconds; a sentence where that cannot be. */
function targetOf(form: URLSearchParams, now: number, ahead: number): number | string {
  const step = steps[form.get('step') ?? ''];
  const date = Date.parse(`${form.get('date') ?? ''}T00:00:00Z`) / 1000;
  const to = step ? step.from(now) : date;
  if (!/^\d{4}-\d\d-\d\d$/.test(form.get('date') ?? '') && !step) return 'Please give a date.';
  if (Number.isNaN(to)) return 'There is no such date.';
  if (to <= now) return 'That is past already: the clock cannot be turned back.';
  if (to - now + ahead > longestSeconds)
    return 'That is too far: ten years ahead of the site is as far as it goes.';
  return to;
}

/** The page on which an operator turns the sandbox's clock. */
export function createClockPage(options: { pool: pg.Pool; tasks: Tasks; onChange(): void }) {
  const { pool, tasks } = options;
  return async function answerClock(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isPost = request.method === 'POST';
    if (isPost && isFromElsewhere(request)) {
      sendPage(response, 403, page('Not from here', html`<h1>That came from another site</h1>`));
      return;
    }
    const form = isPost ? new URLSearchParams(await readBody(request)) : undefined;
    const markup = await withStore(pool, async (store) => {
      await catchUp(store, tasks);
      const to = form && targetOf(form, store.now, store.ahead);
      if (typeof to === 'number') await turnClock(store, tasks, to);
      if (typeof to === 'number') return undefined;
      const { now, ahead } = store;
      const problem = to === undefined ? {} : { problem: to, typedDate: form?.get('date') ?? '' };
      return clockPage({ now, ahead, next: await comingUp(store), ...problem });
    });
    options.onChange();
    if (markup === undefined) redirect(response, '/sandbox/clock');
    else sendPage(response, form ? 422 : 200, markup);
  };
}
