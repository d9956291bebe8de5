// npm run db:load -- --members 100000 --commissions 300000 [--clicks 1000000 --payees 10000 --others 890000 --other-payments 1700000 --activity 1000000]: fills the database of DATABASE_URL, for
// looking at screens as they are after years. Never a database with something in it that is needed.
import { parseArgs } from 'node:util';
import { reckonCourseStandings } from '#app/domain/operating/analytics/course-standings.server.ts';
import { rebuildFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { reckonStandings } from '#app/domain/operating/analytics/standings.server.ts';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { disconnectDatabase, prisma } from '#app/platform/database/client.server.ts';
import { fill } from '#tests/load/fill.ts';

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '100000' },
    commissions: { type: 'string', default: '300000' },
    clicks: { type: 'string', default: '1000000' },
    payees: { type: 'string', default: '10000' },
    // With the defaults of all: 1,000,000 users, 2,000,000 payments, 300,000 commissions.
    others: { type: 'string', default: '890000' },
    'other-payments': { type: 'string', default: '1700000' },
    // Rows of the activity log, and with any of them what else people leave behind.
    activity: { type: 'string', default: '0' },
  },
});
const { DATABASE_URL: databaseUrl } = process.env;
try {
  if (!databaseUrl) throw new Error('Set DATABASE_URL to a database that the site has migrated.');
  const amounts = {
    members: Number(values.members),
    commissions: Number(values.commissions),
    clicks: Number(values.clicks),
    payees: Number(values.payees),
    others: Number(values.others),
    otherPayments: Number(values['other-payments']),
    activity: Number(values.activity),
  };
  if (Object.values(amounts).some((amount) => !Number.isInteger(amount) || amount < 0))
    throw new Error(
      'Give whole numbers: --members 100000 --commissions 300000 --clicks 1000000 --payees 10000',
    );
  // Nothing is sent, signed or sold here: the settings that a live site needs are not asked for.
  Object.assign(process.env, { DEMO: 'true', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
  await fill(databaseUrl, amounts, console.log);
  await countClickDays({ anew: true });
  await rebuildFigures();
  await reckonStandings();
  await reckonCourseStandings();
  // As the server does by itself a minute later.
  await prisma().$executeRaw`VACUUM (ANALYZE)`;
  await disconnectDatabase();
  console.log('Done. The affiliate with the most is load-seller-1.');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
