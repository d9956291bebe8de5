import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import qs from 'qs';
import { isFromElsewhere, readBody, redirect, sendJson, sendPage } from '#stand-ins/sandbox/http.ts';
import { need, type SandboxObject, type Store, withStore } from '#stand-ins/sandbox/store.ts';
import type { CardInput } from '#stand-ins/sandbox/stripe/cards.ts';
import { checkoutPage } from '#stand-ins/sandbox/stripe/checkout-page.ts';
import { cardPage, confirmPage, invoicePage, notFoundPage } from '#stand-ins/sandbox/stripe/pages.ts';
import { ApiError, asRecord, type Params } from '#stand-ins/sandbox/stripe/parameters.ts';
import {
  completeAction,
  completeSession,
  intentOfSession,
  replaceCard,
  tryCard,
} from '#stand-ins/sandbox/stripe/payment.ts';
import { intervalOf } from '#stand-ins/sandbox/stripe/period.ts';
import { confirmInvoice, isToBeConfirmed } from '#stand-ins/sandbox/stripe/renewal.ts';
import { isTaxed, takeAddress, takeCode } from '#stand-ins/sandbox/stripe/session-totals.ts';
import { countryOf } from '#stand-ins/sandbox/stripe/tax.ts';

/** What was typed into a field; nothing where something else than a text was sent. Postgres keeps no NUL. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\0', '') : '');

const asCard = (form: Params): CardInput => ({
  number: textOf(form.number),
  expiry: textOf(form.expiry),
  cvc: textOf(form.cvc),
});

const nameOf = async (store: Store, price: SandboxObject) => String((await need(store, price.product)).name);

/** What a hosted checkout sells beside the first, once. */
async function addedOf(store: Store, session: SandboxObject) {
  const price = await need(store, session.sandbox_added);
  return { name: await nameOf(store, price), cents: Number(price.unit_amount) };
}

/** What the hosted checkout shows of what it sells, and to whom. */
async function shownOf(store: Store, session: SandboxObject) {
  const price = await need(store, session.sandbox_price);
  return {
    productName: await nameOf(store, price),
    added: session.sandbox_added ? await addedOf(store, session) : null,
    priceCents: Number(price.unit_amount) * Number(session.sandbox_quantity ?? 1),
    interval: intervalOf(price),
    country: countryOf(await need(store, session.customer)),
  };
}

/** Answers everything below /sandbox/ of the site: the hosted pages, the confirmation step, the card typed on the site. */
export function createPages(options: {
  pool: pg.Pool;
  publicBase: string;
  /** Called once a page's changes are committed. */
  onChange(): void;
}) {
  const { pool, publicBase } = options;

  /** The hosted checkout. */
  async function answerCheckout(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const form = request.method === 'POST' ? (qs.parse(await readBody(request)) as Params) : undefined;
    const reply = await withStore(pool, async (store) => {
      const session = await store.get(id);
      if (session?.object !== 'checkout.session') return { status: 404, markup: notFoundPage() };
      const successUrl = String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
      if (session.status === 'complete') return { to: successUrl };
      if (session.status === 'expired') return { status: 410, markup: notFoundPage() };
      const fields = await shownOf(store, session);
      if (!form) return { status: 200, markup: checkoutPage(session, fields) };
      if (form.step === 'code') {
        if (await takeCode(store, session, textOf(form.code))) return { to: request.url ?? '/' };
        return {
          status: 422,
          markup: checkoutPage(session, { ...fields, codeProblem: 'This code is invalid.' }),
        };
      }
      if (form.step === 'address') {
        const [country, postal_code] = [textOf(form.country), textOf(form.postal_code)];
        await takeAddress(store, session, { country, postal_code });
        return { to: request.url ?? '/' };
      }
      if (isTaxed(session) && !fields.country) return { status: 422, markup: checkoutPage(session, fields) };
      if (session.amount_total === 0 && session.mode === 'payment') {
        await completeSession(store, session);
        return { to: successUrl };
      }
      const card = asCard(form);
      const outcome = await tryCard(
        store,
        await intentOfSession(store, session),
        card,
        `${publicBase}/sandbox/checkout/${id}/finish`,
      );
      if (outcome.kind === 'refused')
        return {
          status: 422,
          markup: checkoutPage(session, { ...fields, card, problems: outcome.problems }),
        };
      if (outcome.kind === 'requires_action') return { to: `/sandbox/confirm/${outcome.intentId}` };
      await completeSession(store, session);
      return { to: successUrl };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    options.onChange();
  }

  /** Where the confirmation step returns to: the checkout ends, or is shown again. */
  async function finishCheckout(response: ServerResponse, id: string): Promise<void> {
    const to = await withStore(pool, async (store) => {
      const session = await store.get(id);
      if (session?.object !== 'checkout.session' || session.status === 'expired') return '/';
      const intent = await intentOfSession(store, session);
      if (intent.status !== 'succeeded') return `/sandbox/checkout/${id}`;
      await completeSession(store, session);
      return String(session.success_url).replaceAll('{CHECKOUT_SESSION_ID}', session.id);
    });
    redirect(response, to);
    options.onChange();
  }

  async function answerConfirm(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const form = request.method === 'POST' ? (qs.parse(await readBody(request)) as Params) : undefined;
    const reply = await withStore(pool, async (store) => {
      const intent = await store.get(id);
      const isIntent = intent?.object === 'payment_intent' || intent?.object === 'setup_intent';
      if (!intent || !isIntent || !intent.sandbox_return_url || intent.status === 'canceled')
        return { status: 404, markup: notFoundPage() };
      if (!form && intent.status === 'requires_action') return { status: 200, markup: confirmPage(intent) };
      // A reload or a second press finds the step done, and goes on to where the first one went.
      if (form) await completeAction(store, intent, form.answer === 'complete');
      const back = new URL(String(intent.sandbox_return_url), publicBase);
      back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
      return { to: back.href };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    options.onChange();
  }

  /** The page on which a card is replaced. */
  async function answerCard(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const form = request.method === 'POST' ? (qs.parse(await readBody(request)) as Params) : undefined;
    const reply = await withStore(pool, async (store) => {
      const session = await store.get(id);
      if (session?.object !== 'billing_portal.session') return { status: 404, markup: notFoundPage() };
      if (!form) return { status: 200, markup: cardPage(session) };
      const problems = await replaceCard(store, String(session.customer), asCard(form));
      if (problems.length > 0) return { status: 422, markup: cardPage(session, asCard(form), problems) };
      const { redirect: after } = asRecord(asRecord(session.flow).after_completion);
      return { to: String(asRecord(after).return_url ?? session.return_url) };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    options.onChange();
  }

  /** The page of an invoice that its payer is to confirm at their bank. A second answer changes nothing. */
  async function answerInvoice(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const form = request.method === 'POST' ? (qs.parse(await readBody(request)) as Params) : undefined;
    const reply = await withStore(pool, async (store) => {
      const object = await store.get(id);
      const invoice = object?.object === 'invoice' ? object : undefined;
      if (!invoice) return { status: 404, markup: notFoundPage() };
      if (invoice.status !== 'paid' && !(await isToBeConfirmed(store, invoice)))
        return { status: 410, markup: notFoundPage() };
      if (!form) return { status: 200, markup: invoicePage(invoice) };
      if (form.answer !== 'complete')
        return { status: 422, markup: invoicePage(invoice, { hasFailed: true }) };
      await confirmInvoice(store, invoice);
      return { to: request.url ?? '/' };
    });
    if ('to' in reply && reply.to) redirect(response, reply.to);
    else if (reply.markup) sendPage(response, reply.status, reply.markup);
    options.onChange();
  }

  /** What the provider's own script does in life: tries the card typed on the site against a payment intent. */
  async function confirmIntent(
    request: IncomingMessage,
    response: ServerResponse,
    id: string,
  ): Promise<void> {
    const params = asRecord(JSON.parse((await readBody(request)) || '{}'));
    const returnUrl = textOf(params.return_url);
    if (!URL.canParse(returnUrl) || new URL(returnUrl).origin !== new URL(publicBase).origin)
      throw new ApiError(400, 'url_invalid', 'Not a valid URL.', 'return_url');
    const outcome = await withStore(pool, async (store) => {
      const intent = await store.get(id);
      if (intent?.object !== 'payment_intent' || intent.client_secret !== params.client_secret)
        throw new ApiError(404, 'resource_missing', `No such payment_intent: '${id}'`, 'intent');
      if (intent.status === 'canceled')
        throw new ApiError(
          400,
          'payment_intent_unexpected_state',
          'This payment was canceled. Please reload the page to begin again.',
        );
      return tryCard(store, intent, asCard(asRecord(params.card)), returnUrl);
    });
    options.onChange();
    if (outcome.kind === 'refused') {
      const [first] = outcome.problems;
      sendJson(response, 402, {
        error: { type: 'card_error', code: first?.code, message: first?.message, problems: outcome.problems },
      });
    } else if (outcome.kind === 'requires_action')
      sendJson(response, 200, { status: 'requires_action', url: `/sandbox/confirm/${id}` });
    else sendJson(response, 200, { status: 'succeeded' });
  }

  return async function answerPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const match =
      /^\/sandbox\/(?:v1\/payment_intents|checkout|confirm|card|invoice)\/(\w+)(\/confirm|\/finish)?$/.exec(
        path,
      );
    const id = match?.[1] ?? '';
    if (request.method === 'POST' && isFromElsewhere(request)) return sendPage(response, 403, notFoundPage());
    if (path.startsWith('/sandbox/v1/') && match?.[2] === '/confirm' && request.method === 'POST')
      await confirmIntent(request, response, id);
    else if (path.startsWith('/sandbox/checkout/') && match)
      await (match[2] === '/finish' ? finishCheckout(response, id) : answerCheckout(request, response, id));
    else if (path.startsWith('/sandbox/card/') && match) await answerCard(request, response, id);
    else if (path.startsWith('/sandbox/invoice/') && match) await answerInvoice(request, response, id);
    else if (path.startsWith('/sandbox/confirm/') && match) await answerConfirm(request, response, id);
    else sendPage(response, 404, notFoundPage());
  };
}
