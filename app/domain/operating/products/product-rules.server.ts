import { allProducts } from '#app/domain/core/catalogue/products.ts';
import { specifiedProducts } from '#app/domain/core/catalogue/specified-products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import type { NewPrice, ProductEdit, UnlockKind } from '#app/domain/operating/products/product-forms.ts';
import { solvencyProblem } from '#app/domain/programme/commissions/solvency.ts';
import { takesBumps } from '#app/domain/selling/billing/order-bump.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';

/** The title of an archived course that a product unlocks by itself; undefined for none. It takes no new learners, so is not on sale (P310). */
export const archivedCourseIn = (unlocks: readonly string[]): string | undefined =>
  unlocks
    .map((unlock) => findCourse(unlock.replace(/^course:/, '')))
    .find((course) => course !== undefined && course.archivedOn !== null)?.title;

/**
 * What a form says is unlocked of the library, as a product keeps it. @throws {Refusal} invalid for a course that there is not, or that is
 * archived while the product is on sale, and for a selection of nothing
 */
export function unlocksOf(
  kind: UnlockKind,
  { courses, guides }: Pick<ProductEdit, 'courses' | 'guides'>,
  isArchived: boolean,
) {
  if (kind !== 'selection') return [];
  const slugs = [...new Set(courses.split(/[\s,]+/).filter(Boolean))];
  const unknown = slugs.filter((slug) => !findCourse(slug));
  if (unknown.length > 0)
    throw new Refusal('invalid', `There is no course with the address ${unknown.join(', ')}.`, 'courses');
  if (slugs.length === 0 && !guides)
    throw new Refusal('invalid', 'Please name a course, or tick the guides and playbooks.', 'courses');
  const unlocks = [...slugs.map((slug) => `course:${slug}`), ...(guides ? ['guides'] : [])];
  const archived = isArchived ? undefined : archivedCourseIn(unlocks);
  if (archived)
    throw new Refusal(
      'invalid',
      `${archived} is archived. Make the course available again first.`,
      'courses',
    );
  return unlocks;
}

/** Seats of a team, where nothing else is said. */
const usualSeats = { min: 2, max: 100 };

/** How few and how many seats a form says that one subscription has. @throws {Refusal} invalid for what is no team */
export function seatsOf(
  kind: UnlockKind,
  { minSeats, maxSeats }: Pick<ProductEdit, 'minSeats' | 'maxSeats'>,
) {
  if (kind !== 'team') {
    if (minSeats !== null || maxSeats !== null)
      throw new Refusal(
        'invalid',
        'Only a team has seats. Leave this empty.',
        minSeats === null ? 'maxSeats' : 'minSeats',
      );
    return { minSeats: null, maxSeats: null };
  }
  const max = maxSeats ?? Math.max(usualSeats.max, minSeats ?? 1);
  return { minSeats: minSeats ?? Math.min(usualSeats.min, max), maxSeats: max };
}

/** @throws {Refusal} invalid for a text that cannot be shown, such as one with a picture that there is not */
export function refuseUnreadableText(description: string): void {
  try {
    renderMarkdown(description);
  } catch (error) {
    throw new Refusal('invalid', `This text cannot be shown: ${(error as Error).message}`, 'description');
  }
}

/** @throws {Refusal} invalid where the shares of a sale could be more than it brings in (P30) */
export function refuseInsolvent(product: Parameters<typeof solvencyProblem>[0]): void {
  const problem = solvencyProblem(product);
  if (problem) throw new Refusal('invalid', problem, 'commissionPercent');
}

/** @throws {Refusal} invalid for a way to be paid that does not fit what is unlocked */
export function refuseInterval(kind: UnlockKind, interval: NewPrice['interval']): void {
  const isRecurring = kind === 'everything' || kind === 'team';
  if (isRecurring && interval !== 'month' && interval !== 'year')
    throw new Refusal(
      'invalid',
      'A membership is paid every month or every year, and so is a team.',
      'interval',
    );
  if (interval === 'installments' && kind !== 'selection')
    throw new Refusal('invalid', 'Only selected content can be paid in installments.', 'interval');
  if (!isRecurring && interval !== 'once' && interval !== 'installments')
    throw new Refusal('invalid', 'Only a membership or a team is paid again and again.', 'interval');
}

/** @throws {Refusal} invalid for a price of nothing where something is paid again and again, or has pages of its own that ask for a payment */
export function refuseFree(
  productKey: string | null,
  { interval, amount }: Pick<NewPrice, 'interval' | 'amount'>,
): void {
  if (amount > 0) return;
  if (interval !== 'once')
    throw new Refusal(
      'invalid',
      'Only what is paid once can be free. To give somebody a membership, use their page under Users.',
      'amount',
    );
  if (specifiedProducts.some((product) => product.productKey === productKey))
    throw new Refusal('invalid', 'This product has pages of its own, which ask for a payment.', 'amount');
}

/** After which product a form says that this one is offered. @throws {Refusal} invalid for one that there is not, and for what is paid again and again */
export function offeredAfterOf(
  kind: UnlockKind,
  { offeredAfter }: Pick<ProductEdit, 'offeredAfter'>,
): string | null {
  if (offeredAfter === null) return null;
  if (kind === 'everything' || kind === 'team')
    throw new Refusal('invalid', 'Only what is paid once can be offered after a purchase.', 'offeredAfter');
  if (!allProducts().some(({ productKey, isArchived }) => productKey === offeredAfter && !isArchived))
    throw new Refusal('invalid', 'Please choose a product that is for sale.', 'offeredAfter');
  return offeredAfter;
}

/**
 * On which product's checkout a form says that this one can be added (P337). @throws {Refusal} invalid for one that there is not or whose
 * checkout takes nothing more, and for what is paid again and again, or is part of the other
 */
export function bumpForOf(
  kind: UnlockKind,
  key: string,
  { bumpFor }: Pick<ProductEdit, 'bumpFor'>,
): string | null {
  if (bumpFor === null) return null;
  const refuse = (message: string) => new Refusal('invalid', message, 'bumpFor');
  if (kind === 'everything' || kind === 'team')
    throw refuse('Only what is paid once can be added at the checkout of another product.');
  const prices = allProducts().filter(({ productKey, isArchived }) => productKey === bumpFor && !isArchived);
  if (prices.length === 0 || bumpFor === key) throw refuse('Please choose another product that is for sale.');
  if (!prices.some(takesBumps))
    throw refuse('Nothing can be added at this product’s checkout: it is free, or its first months are.');
  // Members read everything.
  if (kind === 'selection' && prices.some(({ gives }) => gives === 'membership'))
    throw refuse('Whoever buys a membership has this content by it. Choose another product.');
  return bumpFor;
}
