import { randomUUID } from 'node:crypto';
import { confirmedViewer } from '#app/domain/core/access/confirmation.server.ts';
import { grantEntitlement } from '#app/domain/core/access/grants.server.ts';
import { plainViewer } from '#app/domain/core/access/viewer.ts';
import { recordActivity } from '#app/domain/core/activity/record.server.ts';
import { rollUpFigures } from '#app/domain/operating/analytics/roll-up.server.ts';
import { countClickDays } from '#app/domain/programme/affiliates/click-days.server.ts';
import { makeShortLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import { approveCommissions } from '#app/domain/programme/commissions/recalculation.server.ts';
import {
  confirmPayoutAddress,
  requestPayoutAddress,
} from '#app/domain/programme/payouts/addresses.server.ts';
import { requestPayout } from '#app/domain/programme/payouts/payout-batches.server.ts';
import { applyPaymentEvent } from '#app/domain/selling/payment-events/apply.server.ts';
import { now, withClock } from '#app/platform/clock.server.ts';
import { allowSlowTransactions, prisma, transaction } from '#app/platform/database/client.server.ts';
import { log } from '#app/platform/log.server.ts';
import { catchMails } from '#app/platform/mail/outbox.server.ts';
import { makeLearners, makeVisitors } from '#stand-ins/sample-year/audience.server.ts';
import { payoutFact } from '#stand-ins/sample-year/facts.ts';
import { someAtATime } from '#stand-ins/sample-year/limited-concurrency.ts';
import { makeSellers, type SampleSeller, type SampleSellers } from '#stand-ins/sample-year/people.server.ts';
import {
  campaignAt,
  lapse,
  numbersFrom,
  payouts,
  planBuyers,
  programmeBoughtOn,
  sellers,
  yearDays,
} from '#stand-ins/sample-year/plan.ts';
import { connectProgram } from '#stand-ins/sample-year/program.server.ts';
import { buyProgramme, type Step, storyOf } from '#stand-ins/sample-year/story.server.ts';
import { startThreads } from '#stand-ins/sample-year/threads.server.ts';
import { makeTickets } from '#stand-ins/sample-year/tickets.server.ts';

/** What mails of the year are called, so that they are found again: nobody is mailed of what never happened. */
const mailMark = 'Sample email';

const dayMs = 24 * 3600 * 1000;

/** Links that were mailed last, by who was to press them. */
const mailedLinks = new Map<string, string>();

/**
 * Makes a year of history for the demo's accounts, once: sellers of each kind, buyers, clicks, payments, refunds, disputes, payouts, made
 * by the product's own commands with a clock set back, and all of it marked as sample. Begun anew after it was cut off, it goes on.
 * Answers false where it is there already. For a process of its own, in which no jobs are queued: it takes over the mails, and its
 * transactions may be slow.
 */
export async function makeSampleYear(): Promise<boolean> {
  if (await isMade()) return false;
  const began = performance.now();
  allowSlowTransactions();
  catchMails((_, data) => {
    const { email, confirmUrl, name } = data as { email?: string; confirmUrl?: string; name?: string };
    if (confirmUrl) mailedLinks.set(email ?? name ?? '', confirmUrl);
    return { subject: mailMark, text: '', html: '', headers: {} };
  });
  const begin = await beginning();
  const dayAt = (day: number) => new Date(begin.getTime() + Math.round(day * dayMs));
  const people = await makeSellers(dayAt);
  await giveMemberships(people, dayAt);
  await makeClicks(people, dayAt);
  // While some wait for the database others go on: who looked at the site has nothing to do with who bought.
  await Promise.all([tellAll(people, dayAt), makeVisitors(dayAt)]);
  await makeLearners(dayAt);
  await withClock(() => new Date(), approveCommissions);
  await countClickDays({ anew: true });
  await makeTickets(people, viewerOf, dayAt);
  await rollUpFigures();
  await startThreads(people, dayAt, viewerOf);
  await readOldNotifications();
  await connectProgram();
  await prisma().mailOutbox.deleteMany({ where: { subject: mailMark } });
  await transaction((tx) => recordActivity(tx, { kind: 'sample_year_made' }));
  log().info(
    { event: 'sample_year_made', ms: Math.round(performance.now() - began) },
    'the sample year is made',
  );
  return true;
}

/** What was told long ago has been read. */
async function readOldNotifications(): Promise<void> {
  const since = new Date(now().getTime() - 7 * dayMs);
  await prisma()
    .$executeRaw`UPDATE notifications SET read_at = created_at WHERE created_at < ${since} AND read_at IS NULL`;
}

const isMade = async () => (await prisma().activityLog.count({ where: { type: 'sample_year_made' } })) > 0;

/** The first midnight of the year; of one that was begun before, its own. */
async function beginning(): Promise<Date> {
  const [first] = sellers;
  const firstGrant = await prisma().entitlementGrant.findFirst({
    where: { reason: grantReason, user: { email: first.email } },
    orderBy: { createdAt: 'asc' },
  });
  const at = firstGrant?.createdAt.getTime() ?? now().getTime() - yearDays * dayMs;
  return new Date(Math.floor(at / dayMs) * dayMs);
}

const grantReason = 'Sample: the demonstration';

/** Sellers earn while they are members: they are given it, one with a gap. */
async function giveMemberships(people: SampleSellers, dayAt: (day: number) => Date): Promise<void> {
  for (const { key, joins } of sellers) {
    const userId = people[key].id;
    if (await prisma().entitlementGrant.findFirst({ where: { userId, reason: grantReason } })) continue;
    const grant = (day: number, endsAt: Date | null) =>
      withClock(
        () => dayAt(day),
        () =>
          grantEntitlement({ userId, entitlement: 'membership', reason: grantReason, endsAt, actorId: null }),
      );
    await grant(joins, key === lapse.seller ? dayAt(lapse.from) : null);
    if (key === lapse.seller) await grant(lapse.until, null);
  }
}

/** Clicks that came to nothing, more of them as the year goes on. */
async function makeClicks(people: SampleSellers, dayAt: (day: number) => Date): Promise<void> {
  const next = numbersFrom(90);
  for (const { key, joins, weight } of sellers) {
    const { id, username } = people[key];
    if ((await prisma().referralClick.count({ where: { referrerId: id } })) > 0) continue;
    const link = await withClock(
      () => dayAt(joins),
      () => makeShortLink({ id }, { destination: '/pricing', campaign: 'poster' }),
    );
    const { id: shortLinkId } = await prisma().shortLink.findUniqueOrThrow({ where: { code: link } });
    const rows = Array.from({ length: weight * 24 }, () => {
      const timestamp = dayAt(joins + (yearDays - joins - 0.1) * Math.sqrt(next()));
      const from = campaignAt(next());
      const isPoster = next() < 0.06;
      return {
        referrerId: id,
        referrerUsername: username,
        landingPage: isPoster ? '/pricing' : from.page,
        utmSource: isPoster ? null : from.source,
        utmMedium: isPoster ? null : from.medium,
        utmCampaign: isPoster ? 'poster' : from.name,
        shortLinkId: isPoster ? shortLinkId : null,
        timestamp,
      };
    });
    await prisma().referralClick.createMany({ data: rows });
  }
}

/** Everybody's story, day by day up to each payout, which takes what has happened by then. */
async function tellAll(people: SampleSellers, dayAt: (day: number) => Date): Promise<void> {
  const stories = planBuyers().map((buyer) => storyOf(buyer, people, dayAt));
  for (const { id, email } of [people.affiliate, people.reseller, people.pro])
    await giveAddress({ id, email }, dayAt(100));
  const barriers: Step[] = [
    { day: programmeBoughtOn, run: () => buyProgramme(people['reseller-2'].id, dayAt(programmeBoughtOn)) },
    ...payouts.map(({ seller, day, ends, after }) => ({
      day,
      run: () => payOut(people[seller], dayAt(day), ends, dayAt(day + after)),
    })),
  ];
  let from = 0;
  for (const { day, run } of [...barriers, { day: yearDays, run: () => Promise.resolve() }]) {
    await tellBetween(stories, from, day);
    await run();
    from = day;
  }
}

/** What happens to buyers between two days: each in their order, some at a time. */
async function tellBetween(stories: readonly Step[][], from: number, until: number): Promise<void> {
  const waiting = stories
    .map((steps) => steps.filter(({ day }) => day >= from && day < until))
    .filter((steps) => steps.length > 0);
  await someAtATime(waiting, async (steps) => {
    for (const { run } of steps) await run();
  });
}

/** Somebody confirms where they are paid, by the link they are mailed. */
async function giveAddress({ id, email }: Pick<SampleSeller, 'id' | 'email'>, at: Date): Promise<void> {
  if (await prisma().payoutAddress.findFirst({ where: { userId: id, confirmedAt: { not: null } } })) return;
  await withClock(
    () => at,
    async () => {
      const viewer = await viewerOf(id);
      const payoutEmail = `payouts-${email}`;
      await requestPayoutAddress(confirmedViewer(viewer), { email: payoutEmail, country: 'US' });
      const token = mailedLinks.get(viewer.name)?.split('/').at(-1) ?? '';
      await confirmPayoutAddress(token);
    },
  );
}

/** Somebody asks for a payout, and PayPal ends it; one that comes back was claimed by nobody before. */
async function payOut(
  { id }: SampleSeller,
  at: Date,
  ends: 'paid' | 'returned',
  endsAt: Date,
): Promise<void> {
  const existingPayout = await prisma().payoutItem.findFirst({ where: { userId: id, cutoffAt: at } });
  if (!existingPayout)
    await withClock(
      () => at,
      async () => requestPayout(await viewerOf(id)),
    );
  const item =
    existingPayout ?? (await prisma().payoutItem.findFirstOrThrow({ where: { userId: id, cutoffAt: at } }));
  const tell = (when: Date, status: 'paid' | 'unclaimed' | 'returned') =>
    withClock(
      () => when,
      () => applyPaymentEvent(payoutFact(item.id, when, status)),
    );
  if (ends === 'returned') await tell(at, 'unclaimed');
  await tell(endsAt, ends);
  await prisma().payoutBatch.updateMany({ where: { id: item.batchId }, data: { state: 'done', sentAt: at } });
}

async function viewerOf(id: string) {
  const user = await prisma().user.findUniqueOrThrow({ where: { id } });
  const { email, name, role } = user;
  return {
    ...plainViewer,
    id,
    sessionId: randomUUID(),
    email,
    name,
    role,
    hasMembership: true,
    confirmedAt: now(),
  };
}
