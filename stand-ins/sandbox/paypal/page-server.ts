import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { type Html, html, page } from '#stand-ins/sandbox/html.ts';
import { isFromElsewhere, readBody, redirect, sendPage } from '#stand-ins/sandbox/http.ts';
import { moneyText } from '#stand-ins/sandbox/money-text.ts';
import { ledgerOn, returnAddress } from '#stand-ins/sandbox/paypal/ledger.ts';
import type { Addresses, Plan, Subscription } from '#stand-ins/sandbox/paypal/objects.ts';
import { type Funding, fundings, type Order } from '#stand-ins/sandbox/paypal/order-objects.ts';
import { isWaiting, returnAddress as orderReturn, ordersOn } from '#stand-ins/sandbox/paypal/orders.ts';
import { type Store, withStore } from '#stand-ins/sandbox/store.ts';

const banner = 'PayPal sandbox: no money moves';

const choices = (name: string, options: readonly (readonly [value: string, label: string])[]): Html[] =>
  options.map(
    ([value, label], index) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${value}"${index === 0 ? html` checked` : ''}> ${label}</label>`,
  );

function approvalPage(subscription: Subscription, plan: Plan): string {
  const { cents, currency, cancelUrl, freeMonths, interval = 'month' } = subscription;
  const amount = moneyText(cents, currency);
  const free = freeMonths > 0 ? html`<p>The first ${freeMonths} ${interval}s are free.</p>` : '';
  const body = html`<h1>Approve the subscription</h1>
<p>${plan.name}</p>
<p class="amount">${amount} <small>a ${interval}, until you cancel</small></p>
${free}
<form method="post">
<fieldset>
<legend>What pays from now on</legend>
${choices('funding', [
  ['pays', 'An account that pays'],
  ['runs-dry', freeMonths > 0 ? 'An account that is empty' : 'An account that pays once and is empty then'],
])}
</fieldset>
<button>Agree and subscribe</button>
<a href="${cancelUrl}">Cancel and go back</a>
</form>`;
  return page('Approve the subscription', body, banner);
}

/** Where a payer sees to what pays a subscription that runs. */
function autopayPage(subscription: Subscription, isSaved: boolean): string {
  const { cents, currency, runsDry, outstandingCents, interval = 'month' } = subscription;
  const missing =
    outstandingCents > 0
      ? html`<p>${moneyText(outstandingCents, currency)} could not be collected yet, and is tried again in the coming days.</p>`
      : '';
  const body = html`<h1>Automatic payments</h1>
<p class="amount">${moneyText(cents, currency)} <small>a ${interval}</small></p>
${isSaved ? html`<p class="notice" role="status">Saved. The next payments come from there.</p>` : ''}
${missing}
<form method="post">
<fieldset>
<legend>What pays from now on</legend>
${choices('funding', [
  ['pays', 'An account that pays'],
  ['runs-dry', 'An account that is empty'],
])}
</fieldset>
<button>Save</button>
<a href="/profile/billing">Back to the site</a>
</form>
<p class="hint">At the moment: ${runsDry ? 'an account that is empty' : 'an account that pays'}.</p>`;
  return page('Automatic payments', body, banner);
}

function orderPage({ asked, cents, currency, cancelUrl, isDeclined, funding }: Order): string {
  const [unit] = asked.purchase_units;
  const problem = isDeclined
    ? html`<p class="notice" role="alert">That was declined. Please choose another way to pay.</p>`
    : funding === 'confirm'
      ? html`<p class="notice" role="status">Your bank wants you to confirm the payment.</p>`
      : '';
  const body = html`<h1>Approve the payment</h1>
<p>${unit?.items?.[0]?.name ?? unit?.description}</p>
<p class="amount">${moneyText(cents, currency)}</p>
${problem}
<form method="post">
<fieldset>
<legend>What pays</legend>
${choices('funding', Object.entries(fundings))}
</fieldset>
<button>Agree and pay</button>
<a href="${cancelUrl}">Cancel and go back</a>
</form>`;
  return page('Approve the payment', body, banner);
}

const endedPage = () =>
  page(
    'Nothing here',
    html`<h1>There is nothing to approve here</h1><p>Nothing is waiting for you here any more. <a href="/">Back to the site</a></p>`,
    banner,
  );

type Reply = { to: string } | { status: number; markup: string };

/** Answers everything below /sandbox/paypal/ of the site: the pages on which a buyer approves. */
export function createPaypalPages(options: {
  pool: pg.Pool;
  addresses: Addresses;
  /** Called once a page's changes are committed. */
  onChange(): void;
}) {
  const { pool, addresses } = options;

  async function subscriptionReply(store: Store, subscription: Subscription, form?: URLSearchParams) {
    // A second press of the button goes where the first one went.
    if (subscription.status === 'ACTIVE') return { to: returnAddress(subscription) };
    if (subscription.status !== 'APPROVAL_PENDING') return { status: 410, markup: endedPage() };
    if (form)
      return {
        to: await ledgerOn(store, addresses).approve(subscription.id, form.get('funding') === 'runs-dry'),
      };
    const plan = (await store.get(subscription.planId)) as Plan;
    return { status: 200, markup: approvalPage(subscription, plan) };
  }

  async function autopayReply(
    store: Store,
    subscription: Subscription,
    form?: URLSearchParams,
  ): Promise<Reply> {
    if (!['ACTIVE', 'SUSPENDED'].includes(subscription.status)) return { status: 410, markup: endedPage() };
    if (form) await store.put(Object.assign(subscription, { runsDry: form.get('funding') === 'runs-dry' }));
    return { status: 200, markup: autopayPage(subscription, form !== undefined) };
  }

  async function orderReply(store: Store, order: Order, form?: URLSearchParams): Promise<Reply> {
    if (!isWaiting(order)) return { to: orderReturn(order) };
    if (!form) return { status: 200, markup: orderPage(order) };
    const fundingChoice = String(form.get('funding'));
    const funding = Object.hasOwn(fundings, fundingChoice) ? (fundingChoice as Funding) : 'pays';
    return { to: await ordersOn(store, addresses).approve(order.id, funding) };
  }

  return async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const idParameter = {
      '/sandbox/paypal/approve': 'ba_token',
      '/sandbox/paypal/checkoutnow': 'token',
      '/sandbox/paypal/autopay': 'id',
    }[url.pathname];
    if (!idParameter) return sendPage(response, 404, endedPage());
    const isPost = request.method === 'POST';
    if (isPost && isFromElsewhere(request)) return sendPage(response, 403, endedPage());
    const form = isPost ? new URLSearchParams(await readBody(request)) : undefined;
    const reply = await withStore(pool, async (store): Promise<Reply> => {
      const object = await store.get((url.searchParams.get(idParameter) ?? '').replaceAll('\0', ''));
      if (idParameter === 'ba_token' && object?.object === 'paypal_subscription')
        return subscriptionReply(store, object as Subscription, form);
      if (idParameter === 'id' && object?.object === 'paypal_subscription')
        return autopayReply(store, object as Subscription, form);
      if (idParameter === 'token' && object?.object === 'paypal_order')
        return orderReply(store, object as Order, form);
      return { status: 404, markup: endedPage() };
    });
    if ('to' in reply) redirect(response, reply.to);
    else sendPage(response, reply.status, reply.markup);
    options.onChange();
  };
}
