import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { paypalCurrencies } from '#stand-ins/sandbox/paypal/money.ts';

const amount = z.strictObject({
  value: z.string().regex(/^\d+(?:\.\d{1,2})?$/),
  currency_code: z.enum(paypalCurrencies),
});

const cycle = z.strictObject({
  tenure_type: z.enum(['TRIAL', 'REGULAR']),
  sequence: z.number().int().min(1).max(99),
  total_cycles: z.number().int().min(0).max(999),
  frequency: z.strictObject({
    interval_unit: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']),
    interval_count: z.number().int().min(1).max(12).optional(),
  }),
  pricing_scheme: z.strictObject({ fixed_price: amount }).optional(),
});

/** The bodies PayPal takes. A field that is not among these is a mistake of the site. */
export const bodies = {
  subscription: z.strictObject({
    plan_id: z.string().min(3).max(50),
    custom_id: z.string().min(1).max(127).optional(),
    application_context: z.strictObject({
      brand_name: z.string().min(1).max(127).optional(),
      shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
      user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']).optional(),
      payment_method: z
        .strictObject({
          payee_preferred: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
        })
        .optional(),
      return_url: z.url().min(10).max(4000),
      cancel_url: z.url().min(10).max(4000),
    }),
  }),
  product: z.strictObject({
    id: z.string().min(6).max(50).optional(),
    name: z.string().min(1).max(127),
    type: z.enum(['PHYSICAL', 'DIGITAL', 'SERVICE']),
    description: z.string().min(1).max(256).optional(),
  }),
  plan: z.strictObject({
    product_id: z.string().min(6).max(50),
    name: z.string().min(1).max(127),
    status: z.enum(['CREATED', 'ACTIVE']).optional(),
    description: z.string().min(1).max(127).optional(),
    // One free time at most, then one price for ever: as much as the site makes.
    billing_cycles: z.array(cycle).min(1).max(2),
    payment_preferences: z.strictObject({
      auto_bill_outstanding: z.boolean().optional(),
      payment_failure_threshold: z.number().int().min(0).max(999).optional(),
      setup_fee: amount.optional(),
      setup_fee_failure_action: z.enum(['CONTINUE', 'CANCEL']).optional(),
    }),
    quantity_supported: z.boolean().optional(),
  }),
  webhook: z.strictObject({
    url: z.url().max(2048),
    event_types: z
      .array(z.strictObject({ name: z.string().max(50) }))
      .min(1)
      .max(500),
  }),
  resending: z.strictObject({ webhook_ids: z.array(z.string()).optional() }),
  /** Of a cancellation, a suspension and an activation. */
  reason: z.strictObject({ reason: z.string().min(1).max(128) }),
  refund: z.strictObject({
    amount: z.strictObject({ value: z.string(), currency_code: z.enum(paypalCurrencies) }).optional(),
  }),
  verification: z.strictObject({
    auth_algo: z
      .string()
      .max(100)
      .regex(/^[a-zA-Z0-9]+$/),
    cert_url: z.url().max(500),
    transmission_id: z
      .string()
      .max(50)
      .regex(/^(?!\d+$)\w+\S+/),
    transmission_sig: z
      .string()
      .max(500)
      .regex(/^(?!\d+$)\w+\S+/),
    transmission_time: z.iso.datetime(),
    webhook_id: z
      .string()
      .max(50)
      .regex(/^[a-zA-Z0-9]+$/),
    webhook_event: z.looseObject({ id: z.string() }),
  }),
};

/** A call PayPal refuses, with its name for the problem. */
export class Refused extends Error {
  readonly status: number;
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(issue);
    this.status = status;
    this.issue = issue;
  }
}

/** A JSON body of a known form. @throws {Refused} */
export function readJson<T>(request: IncomingMessage, text: string, schema: z.ZodType<T>): T {
  if (request.headers['content-type'] !== 'application/json')
    throw new Refused(415, 'UNSUPPORTED_MEDIA_TYPE');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Refused(400, 'MALFORMED_REQUEST_JSON');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new Refused(400, 'INVALID_PARAMETER_SYNTAX');
  return parsed.data;
}
