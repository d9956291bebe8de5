import { winBackName } from '#app/domain/operating/sequences/win-back.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { dayMs } from '#app/platform/durations.ts';

/** A row of emails that the site sends by itself, and where it is edited. */
interface BuiltInSequence {
  name: string;
  startsWhen: string;
  figures: string;
  edit: { kind: 'link'; to: string; label: string } | { kind: 'text'; text: string } | { kind: 'win-back' };
}

interface Figures {
  courseReaders: number;
  courseLetters: number;
  started: number;
  missing: number;
  ending: number;
  winBackId: string | null;
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** The sequences that the specification names, with their figures. One query. */
export async function listBuiltInSequences(): Promise<BuiltInSequence[]> {
  const monthAgo = new Date(now().getTime() - 30 * dayMs);
  const [row] = await prisma().$queryRaw<Figures[]>`
    SELECT (SELECT count(*)::int FROM email_course_subscriptions WHERE unsubscribed_at IS NULL) AS "courseReaders",
      (SELECT count(*)::int FROM email_course_letters WHERE sent_at > ${monthAgo}) AS "courseLetters",
      (SELECT count(*)::int FROM subscriptions WHERE subscribed_at > ${monthAgo}) AS started,
      (SELECT count(*)::int FROM subscriptions WHERE status = 'past_due' AND past_due_since IS NOT NULL) AS missing,
      (SELECT count(*)::int FROM subscriptions WHERE status IN ('trialing', 'active', 'past_due') AND cancel_at_period_end) AS ending,
      (SELECT id::text FROM sequences WHERE name = ${winBackName}) AS "winBackId"`;
  if (!row) throw new Error('A query without FROM has one row.');
  return [
    {
      name: '12-month email course',
      startsWhen: 'A member asks for the email course',
      figures: `${counted(row.courseReaders, 'reader', 'readers')}; ${counted(row.courseLetters, 'issue', 'issues')} sent in the last 30 days`,
      edit: { kind: 'link', to: '/admin/content?kind=letters', label: 'Content' },
    },
    {
      name: 'Welcome',
      startsWhen: 'Someone starts a subscription',
      figures: `${counted(row.started, 'subscription', 'subscriptions')} started in the last 30 days`,
      edit: {
        kind: 'text',
        text: 'Part of the site. To add emails after it, create a sequence that starts when someone buys.',
      },
    },
    {
      name: 'Missing payments (dunning)',
      startsWhen: 'A renewal payment fails: emails on days 0, 3, 7 and 12',
      figures: `${counted(row.missing, 'subscription', 'subscriptions')} with a missing payment now`,
      edit: { kind: 'text', text: 'Part of the site. These are about a payment, so they go to everyone.' },
    },
    {
      name: 'Win-back',
      startsWhen: 'Someone cancels a subscription',
      figures: `${counted(row.ending, 'subscription', 'subscriptions')} canceled and still running`,
      edit: row.winBackId
        ? { kind: 'link', to: `/admin/letters/sequences/${row.winBackId}`, label: 'Its sequence' }
        : { kind: 'win-back' },
    },
  ];
}
