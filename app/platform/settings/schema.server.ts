import { z } from 'zod';
import { assistantShape, problemsOfAssistant } from '#app/platform/settings/assistant.server.ts';
import { problemsOfIdentityProviders } from '#app/platform/settings/identity-providers.server.ts';
import { inboundMailShape, problemsOfInboundMail } from '#app/platform/settings/inbound-mail.server.ts';
import { isLocalHost } from '#app/platform/settings/local-host.ts';
import { mailEventsShape } from '#app/platform/settings/mail-events.server.ts';
import { problemsOfMode } from '#app/platform/settings/modes.server.ts';
import { livePaypal, paypalSettings, planIdsIn } from '#app/platform/settings/paypal.server.ts';
import { virusScannerShape } from '#app/platform/settings/virus-scanner.ts';

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform((value) => (value ? value === 'true' || value === '1' : fallback));

/** Long enough, but typed by somebody who held a key down. */
const isMonotonous = (secret: string) => new Set(secret).size < 10;

interface PublicSettings {
  NODE_ENV: string;
  DEMO: boolean;
  SESSION_SECRET?: string | undefined;
  SESSION_SECRET_PREVIOUS?: string | undefined;
  ENCRYPTION_SECRET?: string | undefined;
  ENCRYPTION_SECRET_PREVIOUS?: string | undefined;
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
  const secrets = [
    'SESSION_SECRET',
    'SESSION_SECRET_PREVIOUS',
    'ENCRYPTION_SECRET',
    'ENCRYPTION_SECRET_PREVIOUS',
  ] as const;
  for (const name of secrets)
    if (env[name] && isMonotonous(env[name]))
      problems.push([name, 'is too regular to be a secret: take the output of openssl rand -base64 48']);
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET?.slice('whsec_'.length);
  if (webhookSecret !== undefined && (webhookSecret.length < 16 || isMonotonous(webhookSecret)))
    problems.push([
      'STRIPE_WEBHOOK_SECRET',
      'is not one that Stripe made: copy it from the webhook endpoint',
    ]);
  return problems;
}

const smtpAddress = z
  .string()
  .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
  .optional();

const collectorAddress = z
  .url({ protocol: /^https?$/, error: 'must be the address of a collector, as in http://127.0.0.1:4318' })
  .optional();

/** The environment's settings, checked one by one and against each other. docs/configuration.md lists them. */
export const settingsSchema = z
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
    DATABASE_MIGRATION_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
      .optional(),
    DATABASE_REPLICA_URL: z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((url) => url.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')))
      .default([]),
    DATABASE_NAMED_STATEMENTS: z.enum(['auto', 'on', 'off']).default('auto'),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
    DATABASE_JOB_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(5),
    DATABASE_REPORT_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(2),
    WEB_CONCURRENCY: z.coerce.number().int().min(1).max(256).optional(),
    SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    SESSION_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
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
    SAMPLE_YEAR: flag(true),
    OIDC_PROVIDERS: z.string().optional(),
    VAPID_PUBLIC_KEY: z
      .string()
      .regex(/^[\w-]{87}$/, 'must be the 87 characters of a public key')
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w-]{43}$/, 'must be the 43 characters of a private key')
      .optional(),
    OFFLINE_READING: z.enum(['on', 'off']).default('on'),
    COMMUNITY_TITLES: z.enum(['public', 'members']).default('public'),
    SECOND_TIER: flag(true),
    WEBHOOK_TARGETS: z.enum(['public', 'any']).optional(),
    ADMIN_SECOND_FACTOR: z.enum(['required', 'optional']).optional(),
    ENCRYPTION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    ENCRYPTION_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
    AFFILIATE_CODES: z
      .string()
      .regex(/^(off|[0-9]|[1-8][0-9]|90)$/, 'must be off, or 0 to 90 (percent)')
      .optional(),
    SANDBOX_DISORDER: z.coerce.number().int().optional(),
    ...assistantShape,
    MEMBERSHIP_GATE: z.enum(['auto', 'always', 'never']).default('auto'),
    SMTP_URL: smtpAddress,
    BULK_SMTP_URL: smtpAddress,
    MAIL_FROM: z.string().min(3).optional(),
    ...inboundMailShape,
    ...mailEventsShape,
    SUPPORT_EMAIL: z.email().default('support@localhost.localdomain'),
    BRAND_NAME: z.string().min(1).optional(),
    OPERATOR_NAME: z.string().trim().min(1).optional(),
    OPERATOR_ADDRESS: z.string().trim().min(1).optional(),
    SELLER_NAME: z.string().trim().min(1).optional(),
    SELLER_ADDRESS: z.string().trim().min(1).optional(),
    SELLER_TAX_ID: z.string().trim().min(1).max(60).optional(),
    S3_BUCKET_URL: z
      .url({ protocol: /^https?$/, error: 'must be the address of a bucket, beginning with https://' })
      .optional(),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/, 'has small letters, digits and hyphens')
      .default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    ...virusScannerShape,
    TRUST_PROXY: flag(false),
    RUN_WORKER: flag(true),
    REPORT_QUERY_COUNT: flag(false),
    SENTRY_DSN: z
      .string()
      .regex(
        /^https?:\/\/\w+(?::\w+)?@[^/\s]+\/(?:[^\s]*\/)?\w+$/,
        'must be a DSN, as in https://key@host/project',
      )
      .optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collectorAddress,
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .literal('http/json', 'must be http/json, or left out: traces are sent in no other way')
      .optional(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(100).max(60_000).default(5_000),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    const problem = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    for (const [name, message] of problemsOfAssistant(env)) problem(name, message);
    for (const [name, message] of problemsOfIdentityProviders(env)) problem(name, message);
    const plans = planIdsIn(env as Record<string, string | undefined>);
    for (const [name, id] of plans) if (!id.startsWith('P-')) problem(name, 'must start with P-');
    if (plans.length > 0 || [...paypalSettings, 'PAYPAL_API_BASE' as const].some((name) => env[name]))
      for (const name of paypalSettings)
        if (!env[name]) problem(name, 'is required where any other setting of PayPal is given');
    for (const [name, other] of [
      ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
      ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
    ] as const)
      if (env[other] && !env[name]) problem(name, 'is required where the other key of VAPID is given');
    const isSandbox = (env.PAYMENTS ?? (env.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox')) === 'sandbox';
    const isLivePaypal = (env.PAYPAL_API_BASE ?? livePaypal).startsWith(livePaypal);
    for (const [name, message] of problemsOfMode(env, isLivePaypal)) problem(name, message);
    if (isSandbox && env.PAYPAL_CLIENT_ID && isLivePaypal)
      problem('PAYPAL_API_BASE', 'beside the payment sandbox must be https://api-m.sandbox.paypal.com');
    for (const [name, message] of problemsOfInboundMail(env)) problem(name, message);
    const store = ['S3_BUCKET_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
    if (store.some((name) => env[name]))
      for (const name of store)
        if (!env[name]) problem(name, 'is required where any other setting of the object store is given');
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
