import { requirePermission } from '#app/domain/core/access/admin-guard.server.ts';
import { type Actor, recordAudit } from '#app/domain/core/audit/record.server.ts';
import { isId } from '#app/domain/core/audit/target.server.ts';
import { baseCurrency, currenciesOf, inCurrency } from '#app/domain/core/catalogue/currencies.ts';
import { allProducts, nounOf, productOf } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { affiliates } from '#app/domain/programme/affiliates/attribution.server.ts';
import { endCode, newCodeName } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import {
  type Audience,
  appliesTo,
  leastDueCents,
  maxPercentOff,
  type ReductionTerms,
  reductionIn,
} from '#app/domain/programme/affiliates/promotion-rules.ts';
import { now } from '#app/platform/clock.server.ts';
import { isUniqueViolation, type Transaction, transaction } from '#app/platform/database/client.server.ts';

/** The most months for which a code takes something off. */
const mostMonths = 36;

/** A code as an operator wants it. */
export interface OperatorCode extends ReductionTerms {
  code: string;
  purpose: string;
  /** Keys of the catalogue; none: all that is sold. */
  products: readonly string[];
  startsAt: Date | null;
  expiresAt: Date | null;
  maxUses: number | null;
  maxUsesPerPerson: number | null;
  audience: Audience;
  /** Whose referral a sale by it is, by username; empty for nobody's. */
  affiliate: string;
}

/** The field of the form that says what a code takes off in a currency. */
export const amountField = (currency: string): string =>
  currency === baseCurrency ? 'amountOff' : `amountOff_${currency}`;

/** The products that a code can make cheaper: beside free months providers take no other discount. */
export const promotableProducts = () => allProducts().filter(({ freeIntervals }) => freeIntervals === 0);

/** The currencies beside the base currency in which something is sold that a code can make cheaper. */
export const promotableCurrencies = (): string[] =>
  [...new Set(promotableProducts().flatMap(currenciesOf))].filter((currency) => currency !== baseCurrency);

/**
 * Makes a code, as the operator; one form makes one. Returns its id.
 * @throws {Refusal} not_allowed; invalid (with the field) for terms that cannot be; conflict for a code that is taken
 */
export async function makeOperatorCode(actor: Actor, wanted: OperatorCode, formKey: string): Promise<string> {
  const code = newCodeName(wanted.code, 'promotionCode');
  refuseTerms(wanted);
  const { affiliate, products, furtherAmountsOff, ...terms } = wanted;
  try {
    return await transaction(async (tx) => {
      await requirePermission(tx, actor, 'promotions:manage');
      const isNew = await recordAudit(tx, actor, {
        action: 'promotion_code_made',
        after: { ...wordsOf(wanted), code },
        formKey,
      });
      // The same form again, as by a second press: the code it made.
      if (!isNew) return (await tx.db.promotionCode.findUniqueOrThrow({ where: { code } })).id;
      const affiliateId = affiliate ? await findAffiliate(tx, affiliate) : null;
      const row = {
        ...terms,
        furtherAmountsOff: { ...furtherAmountsOff },
        code,
        products: [...products],
        affiliateId,
        isOperators: true,
        createdAt: now(),
      };
      return (await tx.db.promotionCode.create({ data: row, select: { id: true } })).id;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('conflict', 'This code is taken. Please choose another.', 'promotionCode');
  }
}

/** What the audit log keeps of a code: no names. */
function wordsOf({ affiliate, startsAt, expiresAt, products, purpose: _, ...terms }: OperatorCode) {
  const { furtherAmountsOff, ...reduction } = terms;
  const further = Object.entries(furtherAmountsOff).map(([currency, cents]) => `${currency} ${cents}`);
  return {
    ...reduction,
    furtherAmountsOff: further.join(', ') || null,
    products: products.join(', ') || 'all',
    startsAt: startsAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    hasAffiliate: affiliate !== '',
  };
}

async function findAffiliate(tx: Transaction, username: string): Promise<string> {
  const row = await tx.db.user.findFirst({
    where: { username: username.replace(/^@/, '').toLowerCase(), ...affiliates },
    select: { id: true },
  });
  if (!row) throw new Refusal('invalid', 'No affiliate has this username.', 'affiliate');
  return row.id;
}

function refuseTerms(wanted: OperatorCode): void {
  const refuse = (isWrong: boolean, message: string, field: string) => {
    if (isWrong) throw new Refusal('invalid', message, field);
  };
  const { percentOff, amountOffCents, months, products, startsAt, expiresAt } = wanted;
  const isAmount = amountOffCents > 0;
  const offField = isAmount ? 'amountOff' : 'percentOff';
  const furtherCurrencies = Object.keys(wanted.furtherAmountsOff);
  refuse(
    furtherCurrencies.length > 0 && !isAmount,
    'Fill in the amount in US dollars, too: what has no amount in a currency can’t be used in it.',
    'amountOff',
  );
  refuse(
    !isAmount && !(Number.isInteger(percentOff) && percentOff >= 1 && percentOff <= maxPercentOff),
    `A code takes 1 to ${maxPercentOff} percent off.`,
    offField,
  );
  refuse(isAmount && percentOff > 0, 'A code takes off a percentage or an amount, not both.', offField);
  refuse(
    months !== null && !(months >= 1 && months <= mostMonths),
    `A code holds for 1 to ${mostMonths} months.`,
    'months',
  );
  const promotable = promotableProducts();
  const chosen = products.length > 0 ? products : promotable.map(({ key }) => key);
  for (const key of chosen) {
    const product = productOf(key);
    refuse(!product || !promotable.includes(product), 'We do not sell this with codes.', 'products');
    refuse(
      products.length > 0 && product !== undefined && !appliesTo(wanted, product),
      `This leaves less than ${leastDueCents} cents to pay for the ${product?.noun}.`,
      offField,
    );
    for (const currency of products.length > 0 ? furtherCurrencies : []) {
      const variant = product && inCurrency(product, currency);
      const reduction = reductionIn(wanted, currency);
      refuse(
        variant !== undefined && reduction !== null && !appliesTo({ ...reduction, products }, variant),
        `This leaves less than 0.50 ${currency.toUpperCase()} to pay for the ${product?.noun}.`,
        amountField(currency),
      );
    }
  }
  refuse(
    !chosen.some((key) => appliesTo(wanted, productOf(key) ?? { key, amountCents: 0 })),
    `This leaves less than ${leastDueCents} cents to pay for everything we sell, such as the ${nounOf('membership')}.`,
    offField,
  );
  refuse(
    startsAt !== null && expiresAt !== null && expiresAt <= startsAt,
    'The last day is before the first.',
    'until',
  );
  refuse(expiresAt !== null && expiresAt <= now(), 'This day is over.', 'until');
}

/**
 * Ends a code, an affiliate's own too; one that has ended stays as it is. What was begun with it can still be paid.
 * @throws {Refusal} not_allowed; not_found
 */
export async function endOperatorCode(actor: Actor, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requirePermission(tx, actor, 'promotions:manage');
    if (!isId(id)) throw new Refusal('not_found', 'There is no such code.');
    if (!(await endCode(tx, { id }))) return;
    const subject = { type: 'promotion_code', id } as const;
    await recordAudit(tx, actor, { action: 'promotion_code_ended', subject });
  });
}
