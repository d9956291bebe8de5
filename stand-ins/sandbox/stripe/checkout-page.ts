import { type Html, html, page } from '#stand-ins/sandbox/html.ts';
import { moneyText } from '#stand-ins/sandbox/money-text.ts';
import type { SandboxObject } from '#stand-ins/sandbox/store.ts';
import type { CardInput, CardProblem } from '#stand-ins/sandbox/stripe/cards.ts';
import { cardFields, cardsToTry } from '#stand-ins/sandbox/stripe/pages.ts';
import { isTaxed } from '#stand-ins/sandbox/stripe/session-totals.ts';

/** What the hosted checkout shows beside what it sells. */
interface Shown {
  productName: string;
  /** What it costs for each interval, or once, before anything is taken off. */
  priceCents: number;
  /** What is bought once beside it, in the same payment; null for nothing. */
  added: { name: string; cents: number } | null;
  /** Null for what is paid once. */
  interval: 'month' | 'year' | null;
  /** Where the buyer is; undefined before they have said. */
  country: string | undefined;
  card?: Partial<CardInput>;
  problems?: CardProblem[];
  /** What is wrong with the code that was typed. */
  codeProblem?: string;
}

const countries: Readonly<Record<string, string>> = {
  AT: 'Austria',
  FR: 'France',
  DE: 'Germany',
  IE: 'Ireland',
  CH: 'Switzerland',
  GB: 'United Kingdom',
  US: 'United States',
};

/** What is paid today, line by line, where it is not just the price. */
function totals(session: SandboxObject, { added, productName, priceCents }: Shown): Html | '' {
  const { amount_discount: off, amount_tax: tax } = session.total_details as Record<string, number>;
  if (!off && !tax && !added) return '';
  const money = (cents: unknown) => moneyText(cents, session.currency);
  return html`<dl>
${added ? html`<dt>${productName}</dt><dd>${money(priceCents)}</dd>` : ''}
${added ? html`<dt>${added.name}, once</dt><dd>${money(added.cents)}</dd>` : ''}
<dt>Subtotal</dt><dd>${money(session.amount_subtotal)}</dd>
${off ? html`<dt>Discount</dt><dd>-${money(off)}</dd>` : ''}
${tax ? html`<dt>Tax</dt><dd>${money(tax)}</dd>` : ''}
<dt>Total today</dt><dd>${money(session.amount_total)}</dd>
</dl>`;
}

const addressForm = () => html`<form method="post">
<div>
<label for="country">Country</label>
<select id="country" name="country" autocomplete="country" required>
${Object.entries(countries).map(([code, name]) => html`<option value="${code}">${name}</option>`)}
</select>
</div>
<div>
<label for="postal_code">Postal code</label>
<input id="postal_code" name="postal_code" autocomplete="postal-code" required>
</div>
<button name="step" value="address">Continue</button>
</form>`;

function codeForm(problem: string | undefined): Html {
  const state = problem ? html` aria-invalid="true" aria-describedby="code-error"` : '';
  return html`<form method="post">
<div>
<label for="code">Promotion code</label>
<input id="code" name="code" autocomplete="off" required${state}>
${problem ? html`<p class="error" id="code-error">${problem}</p>` : ''}
</div>
<button name="step" value="code">Apply</button>
</form>`;
}

/** The hosted checkout. What was typed is kept, but for the security code. Where tax depends on it, the address comes first. */
export function checkoutPage(session: SandboxObject, fields: Shown): string {
  const { productName, priceCents, interval, country, card = {}, problems = [], codeProblem } = fields;
  const amount = moneyText(session.amount_total, session.currency);
  const isOnce = session.mode === 'payment';
  const needsCard = session.amount_total !== 0 || !isOnce;
  const button = session.amount_total === 0 ? (isOnce ? 'Complete order' : 'Subscribe') : `Pay ${amount}`;
  const later =
    session.amount_total === priceCents ? '' : `today, then ${moneyText(priceCents, session.currency)} `;
  const needsAddress = isTaxed(session) && !country;
  const pay = html`<form method="post">
${needsCard ? cardFields(card, problems) : ''}
<button>${button}</button>
${session.cancel_url ? html`<a href="${session.cancel_url}">Cancel and go back</a>` : ''}
</form>`;
  const body = html`<h1>${productName}</h1>
<p class="amount">${amount} <small>${isOnce ? 'once' : `${later}a ${interval}, until you cancel`}</small></p>
${totals(session, fields)}
${needsAddress ? addressForm() : pay}
${session.allow_promotion_codes ? codeForm(codeProblem) : ''}
${needsCard && !needsAddress ? cardsToTry : ''}`;
  const hasProblem = problems.length > 0 || codeProblem !== undefined;
  return page(`${hasProblem ? 'Error: ' : ''}${button}`, body);
}
