import type { PlanRequest } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import { createPaypalClient, paypalSdk } from '#app/platform/payments/paypal/client.server.ts';
import { asking, unlessMissing } from '#app/platform/payments/paypal/errors.server.ts';
import { hashedKey } from '#app/platform/payments/paypal/hashed-key.ts';
import { sells } from '#app/platform/payments/paypal/plan.ts';
import { PaymentError, type SoldProduct } from '#app/platform/payments/port.ts';
import type { PaypalSettings } from '#app/platform/settings/paypal.server.ts';

const whole = 'return=representation';
/** As many plans as PayPal lists at once. */
const pageSize = 20;

/** A plan as the catalogue has its product; one `sells` accepts. */
function planRequest(productId: string, product: SoldProduct): PlanRequest {
  const { name, amountCents, currency, interval, freeIntervals } = product;
  const { IntervalUnit, PlanRequestStatus, SetupFeeFailureAction, TenureType } = paypalSdk();
  const unit = interval === 'year' ? IntervalUnit.Year : IntervalUnit.Month;
  const price = (cents: number) => ({
    fixedPrice: { value: (cents / 100).toFixed(2), currencyCode: currency.toUpperCase() },
  });
  const free = {
    tenureType: TenureType.Trial,
    sequence: 1,
    totalCycles: 1,
    frequency: { intervalUnit: unit, intervalCount: freeIntervals },
    pricingScheme: price(0),
  };
  const regular = {
    tenureType: TenureType.Regular,
    sequence: freeIntervals > 0 ? 2 : 1,
    totalCycles: 0,
    frequency: { intervalUnit: unit, intervalCount: 1 },
    pricingScheme: price(amountCents),
  };
  return {
    productId,
    name,
    status: PlanRequestStatus.Active,
    billingCycles: freeIntervals > 0 ? [free, regular] : [regular],
    paymentPreferences: {
      autoBillOutstanding: true,
      paymentFailureThreshold: 3,
      setupFeeFailureAction: SetupFeeFailureAction.Cancel,
    },
  };
}

/**
 * Makes what it takes to sell subscriptions at PayPal: one product for the site, and a plan of each product of the catalogue, unless
 * there is one that sells just that. The ids of the plans, by the settings that are to hold them. Safe to repeat. @throws {PaymentError}
 */
export function makePaypalPlans(
  settings: PaypalSettings,
  site: { name: string; url: string },
  products: readonly SoldProduct[],
): Promise<Record<string, string>> {
  const client = createPaypalClient(settings);
  const productId = `SITE-${hashedKey(site.url).toUpperCase()}`;
  const withId = z.object({ id: z.string() });

  async function makeProduct(): Promise<void> {
    const path = '/v1/catalogs/products';
    if (await unlessMissing(client.call(({ ask }) => ask('GET', `${path}/${productId}`, withId)))) return;
    const body = JSON.stringify({ id: productId, name: site.name, type: 'DIGITAL' });
    await client.call(({ ask }) => ask('POST', path, withId, body));
  }

  /** The plan there is that sells a product. */
  async function findPlan(product: SoldProduct): Promise<string | null> {
    for (let page = 1; ; page += 1) {
      const { result } = await client.call(({ subscriptions }) =>
        subscriptions.listBillingPlans({ productId, pageSize, page }),
      );
      const plans = result.plans ?? [];
      for (const { id } of plans.filter(({ name }) => name === product.name)) {
        if (!id) continue;
        const plan = await client.call(({ subscriptions }) => subscriptions.getBillingPlan(id));
        if (sells(plan.result, product)) return id;
      }
      if (plans.length < pageSize) return null;
    }
  }

  async function makePlan(product: SoldProduct): Promise<string> {
    const body = planRequest(productId, product);
    const { result } = await client.call(({ subscriptions }) =>
      subscriptions.createBillingPlan({
        body,
        paypalRequestId: hashedKey('plan', JSON.stringify(body)),
        prefer: whole,
      }),
    );
    if (!result.id || !sells(result, product))
      throw new PaymentError(
        'wrong_plan',
        `PayPal made another plan than asked for: ${product.name}.`,
        false,
      );
    return result.id;
  }

  return asking(async () => {
    await makeProduct();
    const ids: Record<string, string> = {};
    for (const product of products)
      if (product.planSetting)
        ids[product.planSetting] = (await findPlan(product)) ?? (await makePlan(product));
    return ids;
  });
}
