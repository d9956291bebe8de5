import { type Html, html, page } from '#stand-ins/sandbox/html.ts';
import { moneyText } from '#stand-ins/sandbox/money-text.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';
import type { CardInput, CardProblem } from '#stand-ins/sandbox/stripe/cards.ts';

function field(
  name: keyof CardInput,
  label: string,
  value: string,
  hint: string,
  problems: CardProblem[],
  autocomplete: string,
): Html {
  const own = problems.filter((problem) => problem.field === name).map(({ message }) => message);
  const state = own.length > 0 ? html` aria-invalid="true" aria-describedby="${name}-error"` : '';
  return html`<div>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${value}" placeholder="${hint}" inputmode="numeric" autocomplete="${autocomplete}" required${state}>
${own.length > 0 ? html`<p class="error" id="${name}-error">${own.join(' ')}</p>` : ''}
</div>`;
}

export const cardFields = (
  card: Partial<CardInput>,
  problems: CardProblem[],
) => html`${field('number', 'Card number', card.number ?? '', '4242 4242 4242 4242', problems, 'cc-number')}
<div class="pair">
${field('expiry', 'Expiry (MM / YY)', card.expiry ?? '', '12 / 34', problems, 'cc-exp')}
${field('cvc', 'CVC', '', '123', problems, 'cc-csc')}
</div>`;

export const cardsToTry = html`<p class="hint">Cards to try, with any expiry to come and any CVC:</p>
<dl>
<dt>4242 4242 4242 4242</dt><dd>pays</dd>
<dt>4000 0000 0000 0002</dt><dd>is declined</dd>
<dt>4000 0025 0000 3155</dt><dd>asks for confirmation</dd>
<dt>4000 0027 6000 3184</dt><dd>asks for confirmation each time, also of a renewal</dd>
<dt>4000 0000 0000 0341</dt><dd>can be put on file, but never pays</dd>
<dt>4000 0000 0000 5126</dt><dd>pays; a refund fails a day later</dd>
<dt>4000 0000 0000 0259</dt><dd>pays; disputed an hour later</dd>
<dt>4000 0000 0000 1976</dt><dd>pays; the bank asks an hour later</dd>
</dl>`;

/** Where the card of a customer is replaced. */
export function cardPage(
  session: SandboxObject,
  card: Partial<CardInput> = {},
  problems: CardProblem[] = [],
): string {
  const body = html`<h1>Replace your card</h1>
<p>Your next payments are taken from it.</p>
<form method="post">
${cardFields(card, problems)}
<button>Save card</button>
<a href="${session.return_url}">Go back without a change</a>
</form>
${cardsToTry}`;
  return page(`${problems.length > 0 ? 'Error: ' : ''}Replace your card`, body);
}

/** The step a bank asks for with some cards. */
export function confirmPage(intent: SandboxObject): string {
  const isSetup = intent.object === 'setup_intent';
  const title = isSetup ? 'Confirm your card' : 'Confirm payment';
  const body = html`<h1>${title}</h1>
${isSetup ? '' : html`<p class="amount">${moneyText(intent.amount, intent.currency)}</p>`}
<form method="post">
<p>Your bank would ask you here whether it is you. What shall it hear?</p>
<button name="answer" value="complete">Complete</button>
<button name="answer" value="fail" class="secondary">Fail</button>
</form>`;
  return page(title, body);
}

/** The page of an invoice: where a payment that the bank asks about is confirmed, or what has become of it. */
export function invoicePage(invoice: SandboxObject, { hasFailed = false } = {}): string {
  const amount = moneyText(invoice.amount_due, invoice.currency);
  if (invoice.status === 'paid')
    return page(
      'Invoice paid',
      html`<h1>Invoice paid</h1>
<p class="amount">${moneyText(invoice.amount_paid, invoice.currency)}</p>
<p>Thank you. You can close this page. <a href="/">Back to the site</a></p>`,
    );
  const body = html`<h1>Confirm payment</h1>
<p class="amount">${amount}</p>
${hasFailed ? html`<p class="error" role="alert">We are unable to authenticate your payment method. Nothing was charged.</p>` : ''}
<form method="post">
<p>Your bank would ask you here whether it is you. What shall it hear?</p>
<button name="answer" value="complete">Complete</button>
<button name="answer" value="fail" class="secondary">Fail</button>
</form>
<p class="hint"><a href="/">Back to the site</a> without paying</p>`;
  return page(`${hasFailed ? 'Error: ' : ''}Confirm payment`, body);
}

/** What is shown at an address that leads nowhere (any more). */
export function notFoundPage(): string {
  return page(
    'Nothing here',
    html`<h1>There is nothing to pay here</h1><p>This checkout has ended. <a href="/">Back to the site</a></p>`,
  );
}
