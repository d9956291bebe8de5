import { createECDH } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { readYaml } from '#app/platform/content/files.server.ts';
import type { ObjectStoreSettings } from '#app/platform/files/object-store.server.ts';
import { deriveKey } from '#app/platform/secrets/derive-key.server.ts';
import { keyPurposes } from '#app/platform/secrets/purposes.ts';
import { type AssistantSettings, assistantOf } from '#app/platform/settings/assistant.server.ts';
import {
  type IdentityProvider,
  identityProvidersOf,
} from '#app/platform/settings/identity-providers.server.ts';
import { type InboundMailSettings, inboundMailOf } from '#app/platform/settings/inbound-mail.server.ts';
import { isLocalHost } from '#app/platform/settings/local-host.ts';
import { type MailEventSettings, mailEventsOf } from '#app/platform/settings/mail-events.server.ts';
import { type PaypalSettings, paypalOf, sandboxPaypal } from '#app/platform/settings/paypal.server.ts';
import { settingsSchema } from '#app/platform/settings/schema.server.ts';
import { type VirusScanner, virusScannerOf } from '#app/platform/settings/virus-scanner.ts';

const brandSchema = z.strictObject({ name: z.string().min(1).max(60) });

/** Everything the environment decides. Durations carry their unit in the name. */
export interface Config {
  environment: 'production' | 'development' | 'test';
  /** Demo mode: seeded accounts, sandbox payments, mail shown at /dev/outbox. */
  isDemo: boolean;
  /** Whether the demo is given a past year, beside the site, once it answers. */
  makesSampleYear: boolean;
  /** The addresses of this machine to listen on: the demo's known passwords are not for the whole network. */
  hosts: string[];
  port: number;
  /** Origin without a trailing slash, e.g. https://example.com. */
  appUrl: string;
  isSecure: boolean;
  databaseUrl: string;
  /** The database past any pooler: for what belongs to a connection, such as locks and announcements. */
  databaseDirectUrl: string;
  /** Servers that follow it, each by its own address. */
  databaseReplicaUrls: readonly string[];
  /** Another role applies migrations (DATABASE_MIGRATION_URL): this process's role may change rows only. */
  isLeastPrivileged: boolean;
  /** Connections of each process for pages. */
  databasePoolSize: number;
  /** For jobs, and what else nobody waits for. */
  databaseJobPoolSize: number;
  /** For figures and exports of admins. */
  databaseReportPoolSize: number;
  /** Whether prepared statements may be used again by their names; false behind a pooler that does not track them. */
  hasNamedStatements: boolean;
  /** How many processes serve, under one parent. */
  webConcurrency: number;
  /** Keys are derived from it, one for each purpose (app/platform/secrets): nothing else reads it. */
  sessionSecret: string;
  /** Signed values are still accepted under it after a rotation; null where there is none. */
  previousSessionSecret: string | null;
  /** What secrets in the database are encrypted with. */
  encryptionSecret: string;
  /** What is encrypted with it still opens after a rotation; null where there is none. */
  previousEncryptionSecret: string | null;
  /** Whether an admin has to have a second factor. */
  adminsNeedSecondFactor: boolean;
  /** Whether events are also sent to addresses that are not on the public internet, and without TLS. */
  allowsAnyWebhookTarget: boolean;
  payments: 'stripe' | 'sandbox';
  stripe: {
    secretKey: string;
    webhookSecret: string;
    /** Whether Stripe computes tax, on top of the prices. */
    collectsTax: boolean;
  };
  checkout: {
    /** By which the card form on the page is known to its provider; anybody may see it. */
    cardFormKey: string;
    /** Whether tax comes on top of the prices. */
    hasTaxOnTop: boolean;
    /** By what the wallet's own buttons are drawn, which anybody may see; null where none are. */
    walletButtons: { clientId: string; environment: 'production' | 'sandbox' } | null;
  };
  /** Null where PayPal is not offered. */
  paypal: PaypalSettings | null;
  /** The seed by which the sandbox sends events late, shuffled and repeated; null where it sends them kindly. */
  sandboxDisorder: number | null;
  /** Whether lessons need an active membership (P7). */
  isMembershipGated: boolean;
  /** The keys by which push services know the site; null where browsers are sent nothing. */
  vapid: { publicKey: string; privateKey: string } | null;
  /** Whether browsers may keep pages to be read offline (P323). */
  hasOfflineReading: boolean;
  /** Whether visitors read the titles of the community's threads. */
  showsCommunityTitles: boolean;
  assistant: AssistantSettings;
  /** Whom people can sign in with besides a password. */
  identityProviders: readonly IdentityProvider[];
  /** Whether pro resellers earn when a reseller they recruited sells the programme (P45). */
  hasSecondTier: boolean;
  /** What codes that affiliates make themselves take off the first payment, in percent; null where they may make none. */
  affiliateCodePercent: number | null;
  smtpUrl: string | null;
  /** The mail server for letters to many; null where it is the same. */
  bulkSmtpUrl: string | null;
  mailFrom: string;
  supportEmail: string;
  /** Null where no answers to support's mails are read. */
  inboundMail: InboundMailSettings | null;
  /** What mail providers prove reports of bounces and complaints with. */
  mailEvents: MailEventSettings;
  /** Where pictures of the content are kept; null for the database. */
  objectStore: ObjectStoreSettings | null;
  /** Who looks for viruses in files that people send; null where nobody does. */
  virusScanner: VirusScanner | null;
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
  /** Where errors are reported to; null where they are only logged. */
  sentryDsn: string | null;
  /** What is sent of traces: a share of those that begin here, from 0 to 1; null where none are collected. */
  traces: { sampledShare: number; sentEveryMs: number } | null;
  logLevel: string;
}

/** The environment cannot be used; `message` lists every problem, one a line. */
export class ConfigError extends Error {}

/** What the sandbox signs its webhooks with. Where others can reach the demo it is none that they know. */
function sandboxWebhookSecret(appUrl: string, sessionSecret: string): string {
  if (isLocalHost(new URL(appUrl).hostname)) return 'whsec_sandbox';
  return `whsec_${deriveKey(sessionSecret, keyPurposes.sandboxWebhooks).toString('base64url')}`;
}

/** The keys given or, in the demo, some made of its secret: they stay the same, or browsers would have to be turned on anew. */
function vapidOf(
  { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, DEMO }: z.output<typeof settingsSchema>,
  sessionSecret: string,
): Config['vapid'] {
  if (VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY)
    return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY };
  if (!DEMO) return null;
  const privateKey = deriveKey(sessionSecret, keyPurposes.demoPush);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

function objectStoreOf({
  S3_BUCKET_URL: url,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: z.output<typeof settingsSchema>): Config['objectStore'] {
  if (!url || !accessKeyId || !secretAccessKey) return null;
  return { bucketUrl: url.replace(/(?<!\/)\/+$/, ''), region, accessKeyId, secretAccessKey };
}

const ownCodePercent = (setting: string) => (setting === 'off' ? null : Number(setting));

/** @throws {ConfigError} naming every setting that is wrong. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = settingsSchema.safeParse(filled);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => {
      const name = String(issue.path[0] ?? '');
      return `  ${name} ${filled[name] === undefined && issue.code !== 'custom' ? 'is required' : issue.message}`;
    });
    throw new ConfigError(`The configuration has problems:\n${[...new Set(lines)].join('\n')}`);
  }
  const values = result.data;
  const appUrl = (values.APP_URL ?? `http://localhost:${values.PORT}`).replace(/(?<!\/)\/+$/, '');
  const sessionSecret = values.SESSION_SECRET ?? 'only-for-development-and-tests-'.padEnd(48, '0');
  const brandName = values.BRAND_NAME || readYaml('site/brand.yaml', brandSchema).name;
  const paypal = paypalOf(values, filled);
  const payments = values.PAYMENTS ?? (values.STRIPE_SECRET_KEY ? 'stripe' : 'sandbox');
  const operator = {
    name: values.OPERATOR_NAME ?? 'the operator of this demonstration',
    address: values.OPERATOR_ADDRESS ?? 'who has given no name or address because nothing is sold here',
  };
  return {
    environment: values.NODE_ENV,
    isDemo: values.DEMO,
    makesSampleYear: values.DEMO && values.SAMPLE_YEAR,
    hosts: values.HOST ? [values.HOST] : values.DEMO ? ['127.0.0.1', '::1'] : ['0.0.0.0'],
    port: values.PORT,
    appUrl,
    isSecure: !isLocalHost(new URL(appUrl).hostname),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
    isLeastPrivileged: values.DATABASE_MIGRATION_URL !== undefined,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseJobPoolSize: values.DATABASE_JOB_POOL_SIZE,
    databaseReportPoolSize: values.DATABASE_REPORT_POOL_SIZE,
    databaseReplicaUrls: values.DATABASE_REPLICA_URL,
    hasNamedStatements: values.DATABASE_NAMED_STATEMENTS !== 'off',
    webConcurrency: values.WEB_CONCURRENCY ?? (values.DEMO ? 1 : availableParallelism()),
    sessionSecret,
    previousSessionSecret: values.SESSION_SECRET_PREVIOUS ?? null,
    encryptionSecret: values.ENCRYPTION_SECRET ?? sessionSecret,
    previousEncryptionSecret: values.ENCRYPTION_SECRET_PREVIOUS ?? null,
    adminsNeedSecondFactor:
      (values.ADMIN_SECOND_FACTOR ?? (values.DEMO ? 'optional' : 'required')) === 'required',
    // A demo that others reach has admins whose passwords everybody knows.
    allowsAnyWebhookTarget:
      (values.WEBHOOK_TARGETS ??
        (values.DEMO && isLocalHost(new URL(appUrl).hostname) ? 'any' : 'public')) === 'any',
    payments,
    stripe: {
      secretKey: values.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
      webhookSecret: values.STRIPE_WEBHOOK_SECRET ?? sandboxWebhookSecret(appUrl, sessionSecret),
      collectsTax: values.STRIPE_TAX === 'on',
    },
    checkout: {
      cardFormKey: values.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_sandbox',
      hasTaxOnTop: values.STRIPE_TAX === 'on',
      walletButtons: paypal?.buttons ? { clientId: paypal.clientId, environment: paypal.buttons } : null,
    },
    paypal: paypal ?? (payments === 'sandbox' ? sandboxPaypal(appUrl) : null),
    sandboxDisorder: values.SANDBOX_DISORDER ?? null,
    isMembershipGated:
      values.MEMBERSHIP_GATE === 'always' || (values.MEMBERSHIP_GATE === 'auto' && payments === 'stripe'),
    vapid: vapidOf(values, sessionSecret),
    hasOfflineReading: values.OFFLINE_READING === 'on',
    showsCommunityTitles: values.COMMUNITY_TITLES === 'public',
    assistant: assistantOf(values),
    identityProviders: identityProvidersOf(filled),
    hasSecondTier: values.SECOND_TIER,
    affiliateCodePercent: ownCodePercent(values.AFFILIATE_CODES ?? (values.DEMO ? '20' : 'off')),
    smtpUrl: values.SMTP_URL ?? null,
    bulkSmtpUrl: values.BULK_SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM ?? `${brandName} <${values.SUPPORT_EMAIL}>`,
    supportEmail: values.SUPPORT_EMAIL,
    inboundMail: inboundMailOf(values),
    mailEvents: mailEventsOf(values),
    objectStore: objectStoreOf(values),
    virusScanner: virusScannerOf(values.VIRUS_SCANNER_URL),
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
    sentryDsn: values.SENTRY_DSN ?? null,
    traces:
      (values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT)
        ? { sampledShare: values.OTEL_TRACES_SAMPLER_ARG, sentEveryMs: values.OTEL_BSP_SCHEDULE_DELAY }
        : null,
    logLevel: values.LOG_LEVEL,
  };
}

let current: Config | undefined;

/** The configuration of this process, read from the environment once. @throws {ConfigError} */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}
