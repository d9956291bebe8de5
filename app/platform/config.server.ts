import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { readYaml } from '#app/platform/content/files.server.ts';

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((value) => (value ? value === 'true' || value === '1' : fallback));

const paypalSettings = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;

/** The settings of plans at PayPal: of the membership, and of what else is sold by subscription. */
const planSetting = /^PAYPAL_PLAN_ID(?:_[A-Z0-9_]+)?$/;

const planIdsIn = (env: Record<string, string | undefined>): [name: string, id: string][] =>
  Object.entries(env).flatMap(([name, id]) => (planSetting.test(name) && id ? [[name, id]] : []));

const brandSchema = z.strictObject({ name: z.string().min(1).max(60) });

const livePaypal = 'https://api-m.paypal.com';

/** Hosts a browser treats as trustworthy without TLS. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a host, as a URL names it, is this machine. */
export const isLocalHost = (host: string): boolean => localHosts.has(host);

/** Long enough, but typed by somebody who held a key down. */
const isMonotonous = (secret: string) => new Set(secret).size < 10;

interface PublicSettings {
  NODE_ENV: string;
  DEMO: boolean;
  SESSION_SECRET?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
}

/** Settings that do for one's own machine and are refused where others come: names and what is wrong with them. */
function problemsInPublic(env: PublicSettings, appUrl: string): [name: string, message: string][] {
  if (isLocalHost(new URL(appUrl).hostname)) return [];
  const problems: [string, string][] = [];
  if (env.NODE_ENV !== 'production')
    problems.push([
      'NODE_ENV',
      `must be production at a public APP_URL: with ${env.NODE_ENV} the site has secrets that everybody knows`,
    ]);
  if (!appUrl.startsWith('https://'))
    problems.push(['APP_URL', 'must start with https:// unless its host is localhost: people sign in there']);
  if (env.SESSION_SECRET && isMonotonous(env.SESSION_SECRET))
    problems.push([
      'SESSION_SECRET',
      'is too regular to be a secret: take the output of openssl rand -base64 48',
    ]);
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET?.slice('whsec_'.length);
  if (webhookSecret !== undefined && (webhookSecret.length < 16 || isMonotonous(webhookSecret)))
    problems.push([
      'STRIPE_WEBHOOK_SECRET',
      'is not one that Stripe made: copy it from the webhook endpoint',
    ]);
  return problems;
}

const schema = z
  .looseObject({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    DEMO: flag(false),
    HOST: z.string().optional(),
    PORT: z.coerce.number().int().min(0).max(65535).default(3000),
    APP_URL: z.url({ protocol: /^https?$/ }).optional(),
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
    DATABASE_DIRECT_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
      .optional(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
    WEB_CONCURRENCY: z.coerce.number().int().min(1).max(256).optional(),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    PAYMENTS: z.enum(['stripe', 'sandbox']).optional(),
    STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must start with sk_').optional(),
    STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must start with pk_').optional(),
    STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
    STRIPE_TAX: z.enum(['on', 'off']).default('off'),
    PAYPAL_CLIENT_ID: z.string().optional(),
    PAYPAL_CLIENT_SECRET: z.string().optional(),
    PAYPAL_WEBHOOK_ID: z
      .string()
      .regex(/^[a-zA-Z0-9]+$/, 'has letters and digits only')
      .optional(),
    PAYPAL_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
    SECOND_TIER: flag(true),
    SANDBOX_DISORDER: z.coerce.number().int().optional(),
    MEMBERSHIP_GATE: z.enum(['auto', 'always', 'never']).default('auto'),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().min(3).optional(),
    SUPPORT_EMAIL: z.email().default('support@localhost.localdomain'),
    BRAND_NAME: z.string().min(1).optional(),
    OPERATOR_NAME: z.string().trim().min(1).optional(),
    OPERATOR_ADDRESS: z.string().trim().min(1).optional(),
    SELLER_NAME: z.string().trim().min(1).optional(),
    SELLER_ADDRESS: z.string().trim().min(1).optional(),
    SELLER_TAX_ID: z.string().trim().min(1).max(60).optional(),
    TRUST_PROXY: flag(false),
    RUN_WORKER: flag(true),
    REPORT_QUERY_COUNT: flag(false),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const plans = planIdsIn(env as Record<string, string | undefined>);
    for (const [name, id] of plans) if (!id.startsWith('P-')) problem(name, 'must start with P-');
    if (plans.length > 0 || [...paypalSettings, 'PAYPAL_API_BASE' as const].some((name) => env[name]))
      for (const name of paypalSettings)
        if (!env[name]) problem(name, 'is required where any other setting of PayPal is given');
    const isSandbox = (env.PAYMENTS ?? (env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox')) === 'sandbox';
    const isLivePaypal = (env.PAYPAL_API_BASE ?? livePaypal).startsWith(livePaypal);
    if (isSandbox && env.PAYPAL_CLIENT_ID && isLivePaypal)
      problem('PAYPAL_API_BASE', 'beside the payment sandbox must be https://api-m.sandbox.paypal.com');
    if (env.APP_URL) for (const [name, message] of problemsInPublic(env, env.APP_URL)) problem(name, message);
    if (env.DEMO || env.NODE_ENV !== 'production') return;
    if (env.PAYPAL_API_BASE?.startsWith('http:')) problem('PAYPAL_API_BASE', 'must start with https://');
    const operator = ['OPERATOR_NAME', 'OPERATOR_ADDRESS'] as const;
    const required = ['APP_URL', 'SESSION_SECRET', 'SMTP_URL', 'MAIL_FROM', ...operator] as const;
    const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
    for (const name of [...required, ...stripe])
      if (!env[name]) problem(name, 'is required in production (or set DEMO=true to try the site)');
    if (env.PAYMENTS === 'sandbox')
      problem('PAYMENTS', 'sandbox moves no money and is refused in production (or set DEMO=true)');
  });

/** What it takes to sell through PayPal. */
export interface PaypalSettings {
  clientId: string;
  clientSecret: string;
  /** The plans that subscriptions are sold by, by the names of their settings (PAYPAL_PLAN_ID...). */
  planIds: Readonly<Record<string, string>>;
  webhookId: string;
  /** Origin of the REST API; empty where the sandbox stands in for it, which has one once it listens. */
  apiBase: string;
  /** Origin of the pages on which a buyer approves. */
  approvalOrigin: string;
}

/** Everything the environment decides. Durations carry their unit in the name. */
export interface Config {
  environment: 'production' | 'development' | 'test';
  /** Demo mode: seeded accounts, sandbox payments, mail shown at /dev/outbox. */
  isDemo: boolean;
  /** The addresses of this machine to listen on: the demo's known passwords are not for the whole network. */
  hosts: string[];
  port: number;
  /** Origin without a trailing slash, e.g. https://example.com. */
  appUrl: string;
  isSecure: boolean;
  databaseUrl: string;
  /** The database past any pooler: for what belongs to a connection, such as locks and announcements. */
  databaseDirectUrl: string;
  databasePoolSize: number;
  /** How many processes serve, under one parent. */
  webConcurrency: number;
  sessionSecret: string;
  payments: 'stripe' | 'sandbox';
  stripe: {
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    /** Whether Stripe computes tax, on top of the prices. */
    collectsTax: boolean;
  };
  /** Null where PayPal is not offered. */
  paypal: PaypalSettings | null;
  /** The seed by which the sandbox sends events late, shuffled and repeated; null where it sends them kindly. */
  sandboxDisorder: number | null;
  /** Whether lessons need an active membership (P7). */
  isMembershipGated: boolean;
  /** Whether pro resellers earn when a reseller they recruited sells the programme (P45). */
  hasSecondTier: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  supportEmail: string;
  brandName: string;
  /** Who runs the site, as the legal texts and bulk mail name them: name and postal address on one line. */
  operator: { name: string; address: string };
  /** Who sells, as receipts name them; the tax id is empty where there is none. */
  seller: { name: string; address: string; taxId: string };
  /** Believe X-Forwarded-For and X-Forwarded-Proto of the proxy in front. */
  trustProxy: boolean;
  runsWorker: boolean;
  /** Answer with a Server-Timing header that counts SQL queries (benchmarks). */
  reportsQueryCount: boolean;
  logLevel: string;
}

/** The environment cannot be used; `message` lists every problem, one a line. */
export class ConfigError extends Error {}

const paypalOrigins: Record<string, string> = {
  [livePaypal]: 'https://www.paypal.com',
  'https://api-m.sandbox.paypal.com': 'https://www.sandbox.paypal.com',
};

function paypalOf(
  values: z.infer<typeof schema>,
  env: Record<string, string | undefined>,
): PaypalSettings | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = values;
  const { PAYPAL_WEBHOOK_ID: webhookId } = values;
  if (!clientId || !clientSecret || !webhookId) return null;
  const apiBase = new URL(values.PAYPAL_API_BASE ?? livePaypal).origin;
  const approvalOrigin = paypalOrigins[apiBase] ?? apiBase;
  const planIds = Object.fromEntries(planIdsIn(env));
  return { clientId, clientSecret, planIds, webhookId, apiBase, approvalOrigin };
}

/** What the sandbox signs its webhooks with. Where others can reach the demo it is none that they know. */
function sandboxWebhookSecret(appUrl: string, sessionSecret: string): string {
  if (isLocalHost(new URL(appUrl).hostname)) return 'whsec_sandbox';
  return `whsec_${createHmac('sha256', sessionSecret).update('sandbox webhooks').digest('base64url')}`;
}

/** PayPal where the sandbox stands in for it: its pages are the site's own, and it has a plan of whatever is sold. */
const sandboxPaypal = (appUrl: string): PaypalSettings => ({
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  planIds: {},
  webhookId: 'WHSANDBOX1',
  apiBase: '',
  approvalOrigin: new URL(appUrl).origin,
});

/** @throws {ConfigError} naming every setting that is wrong. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(filled);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? '');
      return `  ${name} ${filled[name] === undefined && issue.code !== 'custom' ? 'is required' : issue.message}`;
    });
    throw new ConfigError(`The configuration has problems:\n${[...new Set(lines)].join('\n')}`);
  }
  const values = result.data;
  const appUrl = (values.APP_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '');
  const sessionSecret = values.SESSION_SECRET ?? 'only-for-development-and-tests-'.padEnd(48, '0');
  const brandName = values.BRAND_NAME || readYaml('site/brand.yaml', brandSchema).name;
  const payments = values.PAYMENTS ?? (values.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox');
  const operator = {
    name: values.OPERATOR_NAME ?? 'the operator of this demonstration',
    address: values.OPERATOR_ADDRESS ?? 'who has given no name or address because nothing is sold here',
  };
  return {
    environment: values.NODE_ENV,
    isDemo: values.DEMO,
    hosts: values.HOST ? [values.HOST] : values.DEMO ? ['127.0.0.1', '::1'] : ['0.0.0.0'],
    port: values.PORT,
    appUrl,
    isSecure: !isLocalHost(new URL(appUrl).hostname),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    webConcurrency: values.WEB_CONCURRENCY ?? (values.DEMO ? 1 : availableParallelism()),
    sessionSecret,
    payments,
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
      publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_sandbox',
      webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? sandboxWebhookSecret(appUrl, sessionSecret),
      collectsTax: values.STRIPE_TAX === 'on',
    },
    paypal: paypalOf(values, filled) ?? (payments === 'sandbox' ? sandboxPaypal(appUrl) : null),
    sandboxDisorder: values.SANDBOX_DISORDER ?? null,
    isMembershipGated:
      values.MEMBERSHIP_GATE === 'always' || (values.MEMBERSHIP_GATE === 'auto' && payments === 'stripe'),
    hasSecondTier: values.SECOND_TIER,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `${brandName} <${values.SUPPORT_EMAIL}>`,
    supportEmail: values.SUPPORT_EMAIL,
    brandName,
    operator,
    seller: {
      name: values.SELLER_NAME ?? values.OPERATOR_NAME ?? brandName,
      address: values.SELLER_ADDRESS ?? values.OPERATOR_ADDRESS ?? 'A demonstration: nothing is sold here',
      taxId: values.SELLER_TAX_ID ?? '',
    },
    trustProxy: values.TRUST_PROXY,
    runsWorker: values.RUN_WORKER,
    reportsQueryCount: values.REPORT_QUERY_COUNT,
    logLevel: values.LOG_LEVEL,
  };
}

let current: Config | undefined;

/** The configuration of this process, read from the environment once. @throws {ConfigError} */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}
