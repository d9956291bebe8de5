import '#tests/support/quick-argon2.ts';
import { afterAll, inject } from 'vitest';
import { newDatabaseNamed } from '#tests/integration/databases.ts';

// A new database for each test file, there before any module of the app reads the configuration: none meets what another left.
const url = await newDatabaseNamed(
  inject('serverUrl'),
  `test_${inject('workers')}_${process.env.VITEST_POOL_ID ?? '1'}`,
);

Object.assign(process.env, {
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATABASE_POOL_SIZE: '5',
  LOG_LEVEL: 'silent',
  APP_URL: 'http://localhost:3000',
});

const { createMailRenderer } = await import('#app/emails/render.tsx');
const { mails } = await import('#app/program/mails.ts');
const { setMailRenderer } = await import('#app/platform/mail/outbox.server.ts');
setMailRenderer(
  createMailRenderer(mails, {
    brandName: 'Marketing Academy',
    operator: { name: 'Academy Ltd', address: '1 Market Street, Springfield' },
  }),
);

// Nobody answers there: a test that asks a provider starts one of its own, and none is asked beyond this machine. The
// configuration is not read yet: a test file may set something before.
const { connectPayments } = await import('#app/platform/payments/payments.server.ts');
connectPayments(1, { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox', retries: 0 });

const { connectIsolatedTasks, stopIsolated } = await import(
  '#app/platform/runtime/workers/isolated-tasks.server.ts'
);
connectIsolatedTasks('app/program/isolated-tasks.server.ts');

const { limitsOf } = await import('#app/platform/database/work-limits.server.ts');
const kinds = ['page', 'job', 'report', 'check'] as const;
const usualLimits = kinds.map((kind) => ({ ...limitsOf(kind) }));

const { allProducts, setCatalogue } = await import('#app/domain/core/catalogue/products.ts');
const usualProducts = allProducts();
const { loadSettings, siteSettings } = await import('#app/domain/core/site-settings/current.server.ts');
const usualSettings = JSON.stringify(siteSettings());

const { resetEncoder } = await import('#app/domain/assistant/meaning/question-encoding.server.ts');

// The next file of this worker finds nothing of this one's.
afterAll(async () => {
  setCatalogue(usualProducts);
  resetEncoder();
  for (const [at, kind] of kinds.entries()) Object.assign(limitsOf(kind), usualLimits[at]);
  const { stopJobs } = await import('#app/platform/jobs/queue.server.ts');
  const { stopMailLanes } = await import('#app/platform/mail/lanes.server.ts');
  const { stopHearing } = await import('#app/platform/runtime/broadcast.server.ts');
  await Promise.all([stopJobs(), stopMailLanes(), stopHearing(), stopIsolated()]);
  const { disconnectDatabase, prisma } = await import('#app/platform/database/client.server.ts');
  if (JSON.stringify(siteSettings()) !== usualSettings) {
    await prisma().siteSetting.deleteMany();
    await loadSettings();
  }
  await disconnectDatabase();
});
