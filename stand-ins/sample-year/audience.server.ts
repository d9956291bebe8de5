import { randomUUID } from 'node:crypto';
import { plainViewer } from '#app/domain/core/access/viewer.ts';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { markModuleComplete } from '#app/domain/learning/courses/completion.server.ts';
import {
  countMissedSearch,
  countVisit,
  forgetVisitors,
  writeVisits,
} from '#app/domain/operating/analytics/visits.server.ts';
import { withClock } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { someAtATime } from '#stand-ins/sample-year/limited-concurrency.ts';
import { numbersFrom, planBuyers, yearDays } from '#stand-ins/sample-year/plan.ts';

// Who looked at the demo's site in its past year, what they looked for, and what its members learned.

/** Where visitors came from, and which share of them; the rest from nowhere that is told. */
const sources = [
  { host: 'search.example', share: 0.36 },
  { host: 'video.example', share: 0.17 },
  { host: 'newsletter.example', share: 0.09 },
  { host: 'forum.example', share: 0.06 },
] as const;

const searches = ['tiktok shop', 'podcast advertising', 'amazon ads', 'podcast sponsors', 'print flyers'];

/** A browser that is told from others by its address alone, of a network kept for examples. */
const visitor = (number: number) => ({
  clientAddress: `2001:db8:${number.toString(16)}::/64`,
  userAgent: 'Mozilla/5.0 (sample) Gecko/20100101 Firefox/140.0',
  privacySignal: undefined,
  purpose: undefined,
  destination: undefined,
});

/** Visitors of each day, more of them as the year goes on, and now and then a search that finds nothing. */
export async function makeVisitors(dayAt: (day: number) => Date): Promise<void> {
  const countedDays = new Set(
    (await prisma().visitDay.findMany({ distinct: ['day'], select: { day: true } })).map(({ day }) =>
      day.getTime(),
    ),
  );
  const next = numbersFrom(365);
  for (let day = 0; day < yearDays; day += 1) {
    const count = Math.round(5 + (day / yearDays) * 16 * (0.5 + next()));
    const origins = Array.from({ length: count }, next);
    const isMissed = next() < 0.25;
    const missed = searches[Math.floor(next() ** 2 * searches.length)] ?? '';
    if (countedDays.has(dayAt(day).getTime())) continue;
    await withClock(
      () => dayAt(day),
      async () => {
        for (const [number, at] of origins.entries()) countVisit(visitor(number), refererAt(at));
        if (isMissed) countMissedSearch(visitor(day % 7), missed);
        await writeVisits();
      },
    );
  }
  await forgetVisitors();
}

function refererAt(at: number): string | undefined {
  let before = 0;
  for (const { host, share } of sources) {
    before += share;
    if (at < before) return `https://${host}/`;
  }
  return undefined;
}

const begun = ['email-marketing', 'seo', 'paid-traffic', 'social-media-marketing', 'ai-essentials'];

/** Members begin a course a few days after they join, and go as far in it as they do. */
export async function makeLearners(dayAt: (day: number) => Date): Promise<void> {
  const next = numbersFrom(30);
  const plans = planBuyers().map(({ number, day, months }) => {
    const course = findCourse(begun[Math.floor(next() ** 1.6 * begun.length)] ?? '');
    const share = next();
    return { number, day, course, share, isLearner: months > 0 && next() < 0.6 };
  });
  await someAtATime(plans, async ({ number, day, course, share, isLearner }) => {
    if (!course || !isLearner) return;
    const user = await prisma().user.findUnique({
      where: { email: `buyer-${number}@sample.example` },
      select: { id: true, email: true, name: true, role: true },
    });
    if (!user) return;
    const viewer = { ...plainViewer, ...user, sessionId: randomUUID(), hasMembership: true };
    // One in four finishes; the others stop sooner rather than later.
    const reached = share > 0.75 ? course.modules.length : Math.ceil(share * 1.2 * course.modules.length);
    for (const [index, module] of course.modules.slice(0, reached).entries()) {
      const at = day + 1 + index * 2.5;
      if (at >= yearDays) break;
      await withClock(
        () => dayAt(at),
        () => markModuleComplete(viewer, course.slug, module.id),
      );
    }
  });
}
