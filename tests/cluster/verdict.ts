import { query } from '#tests/cluster/database.ts';
import { until } from '#tests/cluster/programs.ts';
import type { Tally } from '#tests/cluster/tally.ts';
import type { Acknowledged } from '#tests/cluster/traffic.ts';

/** What a case is measured by. */
export interface Verdict {
  name: string;
  requests: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  status500: number;
  status503: number;
  other: number;
  writeGap: number;
  memberGap: number;
  visitorGap: number;
  failures: string[];
}

interface Bought {
  email: string;
  paid: number;
  receipts: number;
  mailed: number;
}

/** What became of payments: how often each is paid, has a receipt, and its receipt was emailed. */
const findBought = (url: string, emails: string[]) =>
  query<Bought>(
    url,
    `SELECT u.email,
       (SELECT count(*)::int FROM purchases p WHERE p.user_id = u.id AND p.status = 'paid') AS paid,
       (SELECT count(*)::int FROM receipts r WHERE r.user_id = u.id) AS receipts,
       (SELECT count(*)::int FROM receipts r JOIN mail_outbox m ON m.recipient = u.email AND m.status = 'sent'
          AND strpos(m.subject || m.text, r.number) > 0 WHERE r.user_id = u.id) AS mailed
     FROM users u WHERE u.email = ANY($1)`,
    [emails],
  );

/** How many mails of the same subject somebody was sent beyond the first. */
async function countRepeatedMails(url: string, emails: string[]): Promise<number> {
  const [row] = await query<{ count: number }>(
    url,
    `SELECT coalesce(sum(copies - 1), 0)::int AS count FROM (
       SELECT count(*) AS copies FROM mail_outbox WHERE recipient = ANY($1) GROUP BY recipient, subject) mails`,
    [emails],
  );
  return row?.count ?? 0;
}

/** Compares what was acknowledged with what the database has, once the jobs are done or a minute is over. */
export async function judge(
  url: string,
  name: string,
  tally: Tally,
  { registered, paid }: Acknowledged,
): Promise<Verdict> {
  await until(
    'each payment to be receipted and emailed',
    async () => {
      const bought = await findBought(url, paid);
      return bought.every(({ paid, receipts, mailed }) => paid > 0 && receipts > 0 && mailed > 0);
    },
    60_000,
  ).catch(() => undefined);
  const users = await query<{ email: string }>(url, 'SELECT email FROM users WHERE email = ANY($1)', [
    registered,
  ]);
  const bought = await findBought(url, paid);
  const missing = bought.filter(({ paid, receipts, mailed }) => paid < 1 || receipts < 1 || mailed < 1);
  const twice = bought.filter(({ paid, receipts, mailed }) => paid > 1 || receipts > 1 || mailed > 1);
  const failures = [...tally.failures].map(([what, count]) => `${what} (${count})`);
  for (const { email, paid, receipts, mailed } of [...missing, ...twice])
    failures.push(`${email}: paid ${paid}, receipts ${receipts}, emailed ${mailed}`);
  return {
    name,
    requests: tally.requests,
    acknowledged: registered.length + paid.length,
    lost: registered.length - users.length + missing.length,
    duplicated: twice.length + (await countRepeatedMails(url, [...registered, ...paid])),
    status500: tally.countStatus(500),
    status503: tally.countStatus(503),
    other: tally.countOther(),
    writeGap: tally.longestGap('write'),
    memberGap: tally.longestGap('member'),
    visitorGap: tally.longestGap('visitor'),
    failures,
  };
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** The table of docs/scaling.md. */
export function tableOf(verdicts: Verdict[]): string {
  const columns: [string, (verdict: Verdict) => string | number][] = [
    ['What happened', ({ name }) => name],
    ['Requests', ({ requests }) => requests],
    ['Writes acknowledged', ({ acknowledged }) => acknowledged],
    ['Lost', ({ lost }) => lost],
    ['Duplicated', ({ duplicated }) => duplicated],
    ['500', ({ status500 }) => status500],
    ['503', ({ status503 }) => status503],
    ['Other failures', ({ other }) => other],
    ['Longest gap of writes', ({ writeGap }) => seconds(writeGap)],
    ['of members’ reads', ({ memberGap }) => seconds(memberGap)],
    ['of visitors’ reads', ({ visitorGap }) => seconds(visitorGap)],
  ];
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([title]) => title)),
    line(columns.map(() => '---')),
    ...verdicts.map((verdict) => line(columns.map(([, cell]) => cell(verdict)))),
  ].join('\n');
}
