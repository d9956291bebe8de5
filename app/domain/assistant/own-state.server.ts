import type { StateTopic } from '#app/domain/assistant/intents.ts';
import type { Reply } from '#app/domain/assistant/reply.ts';
import { mayDownloadEbook, mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { nextPayoutDay } from '#app/domain/core/catalogue/payout-day.ts';
import { ebook, formatMoney, membership, membershipPriceText } from '#app/domain/core/catalogue/products.ts';
import { siteSettings } from '#app/domain/core/site-settings/current.server.ts';
import { courses, currentCourses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { type BegunCourse, listProgress } from '#app/domain/learning/courses/completion.server.ts';
import { findNextModule, openingText } from '#app/domain/learning/courses/release.ts';
import { openingsFrom } from '#app/domain/learning/courses/release-state.server.ts';
import {
  buildDashboard,
  countCoursesFor,
  type NextModule,
} from '#app/domain/learning/dashboard/dashboard.server.ts';
import { dashboardCopy } from '#app/domain/learning/facts/copy.server.ts';
import { facts } from '#app/domain/learning/facts/facts.server.ts';
import { findReferralLink } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { findReferralTotals } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import { findAccount } from '#app/domain/programme/commissions/balance.server.ts';
import { findMembershipState } from '#app/domain/selling/billing/billing-overview.server.ts';
import { type MembershipState, withGifts } from '#app/domain/selling/billing/membership-state.ts';
import { now } from '#app/platform/clock.server.ts';
import { formatLongDay, formatMoment } from '#app/platform/date-format.ts';

// What a member asks about themselves, told from the same functions as the pages that show it.

const courseLink = (slug: string) => `[${findCourse(slug)?.title ?? slug}](/courses/${slug})`;

/** "a, b and c". */
const joinWithAnd = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const foldName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');

/** The course a question names, by its title or the name in its address: of several names that stand in it, the longest. */
function namedCourse(question: string) {
  const foldedQuestion = ` ${foldName(question)} `;
  const matches = [...courses().values()].flatMap((course) =>
    [foldName(course.slug), foldName(course.title)]
      .filter((name) => foldedQuestion.includes(` ${name} `))
      .map((name) => ({ course, length: name.length })),
  );
  return matches.toSorted((a, b) => b.length - a.length)[0]?.course;
}

/** A module to go on with, linked where it is open; else what opens it. */
function moduleText(slug: string, { id, number, title, opening }: NextModule): string {
  if (opening.isOpen) return `module ${number}: [${title}](/courses/${slug}/module-${id}).`;
  const when = opening.opensBy === 'time' ? ` on ${formatMoment(opening.at)}` : '';
  return `module ${number}, ${title}. ${openingText(opening)}${when}: ${courseLink(slug)}.`;
}

function courseProgress(viewer: Viewer, question: string, begun: readonly BegunCourse[]): string | null {
  const course = namedCourse(question);
  if (!course) return null;
  const progress = begun.find(({ courseSlug }) => courseSlug === course.slug);
  if (!progress && course.archivedOn !== null) return null;
  if (!progress || progress.status === 'none') return `You have not begun ${courseLink(course.slug)} yet.`;
  const { completedModuleIds } = progress;
  const done = course.modules.filter(({ id }) => completedModuleIds.includes(id)).length;
  const openings = openingsFrom(viewer, course, progress.schedule, completedModuleIds);
  const rest = findNextModule(course.modules, completedModuleIds, openings);
  if (progress.status === 'completed' && rest)
    return `You have finished ${courseLink(course.slug)}. It has grown since: the next is ${moduleText(course.slug, { ...rest.module, opening: rest.opening })}`;
  const next = rest
    ? ` Next is ${moduleText(course.slug, { ...rest.module, opening: rest.opening })}`
    : ' You have finished it.';
  return `You have completed ${done} of ${course.modules.length} modules of ${courseLink(course.slug)}: ${progress.percentDone}%.${next}`;
}

async function describeProgress(viewer: Viewer, question: string): Promise<string> {
  const begun = (await listProgress(viewer.id)).filter(({ courseSlug }) => findCourse(courseSlug));
  const progressOfCourse = courseProgress(viewer, question, begun);
  if (progressOfCourse) return progressOfCourse;
  const finished = begun.filter(({ status }) => status === 'completed');
  const open = begun.filter(({ status }) => status === 'in_progress');
  if (begun.length === 0)
    return `You have not completed a module yet. Choose "Mark as Complete" in one, and it counts at once. The [course library](/courses) has all ${currentCourses().length} courses.`;
  const parts = [
    finished.length > 0
      ? `You have finished ${finished.length} of ${countCoursesFor(begun)} courses: ${joinWithAnd(finished.map(({ courseSlug }) => courseLink(courseSlug)))}.`
      : `You have finished none of the ${countCoursesFor(begun)} courses yet.`,
  ];
  if (open.length > 0)
    parts.push(
      `Under way:\n\n${open.map(({ courseSlug, percentDone }) => `- ${courseLink(courseSlug)}: ${percentDone}%`).join('\n')}`,
    );
  return parts.join(' ');
}

async function describeNextLesson(viewer: Viewer): Promise<string> {
  const begun = await listProgress(viewer.id);
  const { continueWith } = buildDashboard(begun, dashboardCopy(), new Map(), viewer);
  if (!continueWith)
    return 'You have finished every course. [The playbooks](/playbooks) are jobs to do with what you have learned.';
  const { course, module, isBegun } = continueWith;
  if (isBegun && module)
    return `Go on with ${courseLink(course.slug)}, where you are at ${course.percentDone}%. Next is ${moduleText(course.slug, module)}`;
  return `The next course to begin is ${courseLink(course.slug)}: ${course.promise} The whole suggested order is on your [dashboard](/dashboard).`;
}

const until = (date: Date | null) => (date ? ` until ${formatLongDay(date)}` : '');

/** How somebody stands with the membership, in a sentence or two. */
export function describeMembership(state: MembershipState): string {
  switch (state.kind) {
    case 'none':
      return `You have no membership, and nothing is charged to you. It costs ${membershipPriceText()} a ${membership.interval}: [Begin Checkout](/checkout).`;
    case 'given':
      return 'Your membership is a gift: everything is open to you, and nothing is charged for it.';
    case 'unconfirmed':
      return state.isPaid
        ? 'Your payment has arrived and your membership is being confirmed. You need not pay again.'
        : 'You have begun to join, and we have not heard yet that the payment went through.';
    case 'active': {
      const { at, amountCents, currency } = state.nextPayment;
      return `Your membership is active. The next payment is ${formatMoney(amountCents, currency)}${at ? ` on ${formatLongDay(at)}` : ''}.`;
    }
    case 'pausing':
      return `Your membership is set to pause: you can use everything${until(state.from)}. It resumes on ${formatLongDay(state.until)} with a payment of ${formatMoney(state.nextPayment.amountCents, state.nextPayment.currency)}.`;
    case 'paused':
      return `Your membership is paused: nothing is charged, and lessons are closed. It resumes on ${formatLongDay(state.until)} with a payment of ${formatMoney(state.nextPayment.amountCents, state.nextPayment.currency)}. You can resume it sooner on your [billing page](/profile/billing).`;
    case 'canceling':
      return `Your membership is being canceled, as you asked.${state.until ? ` You can use everything${until(state.until)}.` : ''}`;
    case 'keeping':
      return 'You asked to keep your membership, and that is being confirmed.';
    case 'running_out':
      return `Your membership is canceled. You can use everything${until(state.until)}, and nothing more is charged.`;
    case 'past_due': {
      const amount = formatMoney(state.amountCents, state.currency);
      return state.until
        ? `The last payment of ${amount} failed and is tried again. Everything stays open${until(state.until)}.`
        : `The last payment of ${amount} did not come in time: lessons are closed, and the membership is being ended. Nothing more is charged.`;
    }
    case 'disputed':
      return 'A payment of your membership is in dispute, so the membership rests until that is settled.';
    case 'charged_back':
      return 'Your bank took the last payment back, which ended the membership.';
    case 'stopped':
      return 'The payment provider has stopped collecting for your membership, and lessons are closed.';
    case 'ended':
      return `Your membership ended${state.endedAt ? ` on ${formatLongDay(state.endedAt)}` : ''}. Your account and your progress stay, and you can join again.`;
  }
}

async function describeBilling(viewer: Viewer): Promise<string> {
  const state = withGifts(await findMembershipState(viewer.id, now()), viewer.hasMembership);
  return `${describeMembership(state)} Payments, card and cancellation are on [Billing](/profile/billing).`;
}

const notJoined =
  'You have not joined the affiliate programme, so you have no referral link yet. Joining is free and takes one click in the [Affiliate Centre](/affiliate-centre).';

async function describeEarnings(viewer: Viewer): Promise<string> {
  if (!mayUseAffiliateCentre(viewer)) return notJoined;
  const [total, account] = await Promise.all([findReferralTotals(viewer.id), findAccount(viewer.id)]);
  const { earnedCents, approvedCents, waitingCents, paidCents, currency } = account;
  const money = (cents: number) => formatMoney(cents, currency);
  const formatCount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  return `Your referral link has had ${formatCount(total.clicks, 'click', 'clicks')}. ${formatCount(total.registrations, 'person has', 'people have')} registered through it, of whom ${formatCount(total.payingMembers, 'is a paying member', 'are paying members')} now. You have earned ${money(earnedCents)} in all: ${money(waitingCents)} is waiting, ${money(approvedCents)} is approved and ${money(paidCents)} is paid out. Day by day it is on [Statistics](/affiliate-centre/stats), and payouts are in the [Affiliate Centre](/affiliate-centre).`;
}

async function describeReferralLink(viewer: Viewer): Promise<string> {
  if (!mayUseAffiliateCentre(viewer)) return notJoined;
  return `Your referral link is \`${await findReferralLink(viewer.id)}\`. The [Affiliate Centre](/affiliate-centre) has it to copy, and makes links to other pages.`;
}

async function describeNextPayout(viewer: Viewer): Promise<string> {
  const { payouts } = siteSettings();
  const { payoutDay } = facts();
  if (!mayUseAffiliateCentre(viewer)) return notJoined;
  const { approvedCents, inPayoutCents, next, currency } = await findAccount(viewer.id);
  const money = (cents: number) => formatMoney(cents, currency);
  const missing = payouts.minimumCents - approvedCents;
  return [
    `Payouts are made on the ${payoutDay} of each month, when at least ${money(payouts.minimumCents)} is approved; the next day is ${formatLongDay(nextPayoutDay(now(), payouts.day))}.`,
    inPayoutCents > 0 ? `${money(inPayoutCents)} is on its way to you.` : '',
    missing > 0
      ? `You have ${money(approvedCents)} approved, which is ${money(missing)} too little.`
      : `You have ${money(approvedCents)} approved, which is enough.`,
    next ? `${money(next.cents)} more is approved on ${formatLongDay(next.at)}.` : '',
    'Payouts are in the [Affiliate Centre](/affiliate-centre).',
  ]
    .filter(Boolean)
    .join(' ');
}

async function describeEbook(viewer: Viewer): Promise<string> {
  return (await mayDownloadEbook(viewer))
    ? 'Yes, the ebook is yours to download as PDF and EPUB: [the ebook](/ebook).'
    : `No, you do not have the ebook yet. It comes with the membership, or by itself for ${formatMoney(ebook.amountCents)}: [the ebook](/ebook).`;
}

const describeTopic: Record<StateTopic, (viewer: Viewer, question: string) => Promise<string>> = {
  progress: describeProgress,
  next: describeNextLesson,
  billing: describeBilling,
  earnings: describeEarnings,
  link: describeReferralLink,
  payout: describeNextPayout,
  ebook: describeEbook,
};

/** Answers a question about the member's own state. At most three queries. */
export async function describeOwnState(viewer: Viewer, topic: StateTopic, question: string): Promise<Reply> {
  return { text: await describeTopic[topic](viewer, question), citations: [], standing: 'own' };
}
