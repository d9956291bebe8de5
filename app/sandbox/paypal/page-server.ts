import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { html, page } from '#app/sandbox/html.ts';
import { isFromElsewhere, readBody, redirect, sendPage } from '#app/sandbox/http.ts';
import { moneyText } from '#app/sandbox/money-text.ts';
import { ledgerOn, returnAddress } from '#app/sandbox/paypal/ledger.ts';
import type { Addresses, Plan, Subscription } from '#app/sandbox/paypal/objects.ts';
import { withStore } from '#app/sandbox/store.ts';

const banner = 'PayPal sandbox: no money moves';

function approvalPage({ cents, currency, cancelUrl }: Subscription, plan: Plan): string {
  const amount = moneyText(cents, currency);
  const body = html`<h1>Approve the subscription</h1>
<p>${plan.name}</p>
<p class="amount">${amount} <small>a month, until you cancel</small></p>
<form method="post">
<fieldset>
<legend>What pays the months to come</legend>
<label class="choice"><input type="radio" name="funding" value="pays" checked> An account that pays</label>
<label class="choice"><input type="radio" name="funding" value="runs-dry"> An account that pays once and is empty then</label>
</fieldset>
<button>Agree and subscribe</button>
<a href="${cancelUrl}">Cancel and go back</a>
</form>`;
  return page('Approve the subscription', body, banner);
}

const endedPage = () =>
  page(
    'Nothing here',
    html`<h1>There is nothing to approve here</h1><p>This subscription is not waiting for you any more. <a href="/">Back to the site</a></p>`,
    banner,
  );

/** Answers everything below /sandbox/paypal/ of the site: the page on which a buyer approves. */
export function createPaypalPages(options: {
  pool: pg.Pool;
  addresses: Addresses;
  /** Called once a page's changes are committed. */
  onChange(): void;
}) {
  const { pool, addresses } = options;
  return async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    if (url.pathname !== '/sandbox/paypal/approve') return sendPage(response, 404, endedPage());
    const isPost = request.method === 'POST';
    if (isPost && isFromElsewhere(request)) return sendPage(response, 403, endedPage());
    const form = isPost ? new URLSearchParams(await readBody(request)) : undefined;
    const reply = await withStore(pool, async (store) => {
      const found = await store.get((url.searchParams.get('ba_token') ?? '').replaceAll('\0', ''));
      if (found?.object !== 'paypal_subscription') return { status: 404, markup: endedPage() };
      const subscription = found as Subscription;
      // A second press of the button goes where the first one went.
      if (subscription.status === 'ACTIVE') return { to: returnAddress(subscription) };
      if (subscription.status !== 'APPROVAL_PENDING') return { status: 410, markup: endedPage() };
      if (form)
        return {
          to: await ledgerOn(store, addresses).approve(found.id, form.get('funding') === 'runs-dry'),
        };
      const plan = (await store.get(subscription.planId)) as Plan;
      return { status: 200, markup: approvalPage(subscription, plan) };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    options.onChange();
  };
}
