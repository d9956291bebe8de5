import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { hashPassword } from '#app/platform/secrets/crypto.server.ts';
import { cpuOf } from '#tests/bench/against.ts';
import { type Answer, headerValues, queryCount, send } from '#tests/bench/http.ts';
import { makeMembers } from '#tests/bench/members.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, containerSettings, startSite } from '#tests/bench/site.ts';

// What saving costs: CPU of the site and of its database for a registration, a sign-in, a completed module and a reply, each by many people.

const people = 200;
/** So many are sent at once. */
const lanes = Math.max(2, availableParallelism());
const password = 'a-good-password-of-the-bench';

/** What is wanted: statements, as the answer says them itself, and CPU in milliseconds without the hashing of a password. */
const wanted = {
  'Sign-in': { statements: 4, cpuMs: 10 },
  'Mark complete': { statements: 3, cpuMs: 8 },
} as const;

interface Post {
  path: string;
  fields: Record<string, string>;
  cookie?: string;
  /** Who sends it: attempts are counted by network, and each comes from another. */
  from: number;
}

interface Cost {
  name: string;
  siteMs: number;
  databaseMs: number;
  /** The most that one of them took. */
  statements: number;
  /** What the hashing of a password is of `siteMs`. */
  hashMs: number;
}

const cookiesIn = (answer: Answer) =>
  headerValues(answer, 'set-cookie').map((cookie) => cookie.split(';', 1)[0] ?? '');

async function post(site: BenchSite, { path, fields, cookie, from }: Post): Promise<Answer> {
  const answer = await send(site.url + path, {
    method: 'POST',
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `198.${18 + (from >> 8)}.${from & 255}.7`,
      ...(cookie ? { cookie } : {}),
    },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.status !== 303)
    throw new Error(`A post to ${path} is answered ${answer.status} instead of 303.`);
  return answer;
}

/** Sends posts, a few at once, and looks what they take. @returns their answers, in order, and the cost of one. */
async function measure(site: BenchSite, name: string, posts: readonly Post[], hashMs = 0) {
  const read = () => cpuOf(site);
  const answers: Answer[] = [];
  const before = read();
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < posts.length; at = next++) answers[at] = await post(site, posts[at] as Post);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const after = read();
  const cost: Cost = {
    name,
    siteMs: (after.site - before.site) / posts.length,
    databaseMs: (after.database - before.database) / posts.length,
    statements: Math.max(...answers.map(queryCount)),
    hashMs,
  };
  return { answers, cost };
}

/** CPU milliseconds of hashing one password, as this machine does it now. */
async function hashingMs(): Promise<number> {
  const times = 20;
  await hashPassword(password);
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await hashPassword(password);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}

const numbers = (from: number) => Array.from({ length: people }, (_, at) => from + at);

const registrationOf = (from: number): Post => ({
  path: '/register',
  from,
  fields: {
    firstName: 'Ada',
    lastName: 'Example',
    email: `bench-${from}@example.com`,
    password,
    confirmPassword: password,
    acceptTerms: 'on',
  },
});

/** A thread in which members answer. */
async function makeThread(databaseUrl: string): Promise<string> {
  const id = randomUUID();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO community_threads (id, topic, title, created_at, latest_at)
     SELECT $1, topic, 'A question', now(), now() FROM (SELECT 'questions' AS topic) t`,
    [id],
  );
  await client.end();
  return id;
}

/** Measures posts, each kind twice: the first time is what the compiler needs to know the code. @returns a table, and the targets */
export async function measurePosts(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const site = await startSite(containerSettings());
  undo.push(site.stop);
  await site.untilReady();
  const members = await makeMembers(site.databaseUrl);
  const threadId = await makeThread(site.databaseUrl);
  const hashMs = await hashingMs();
  const costs: Cost[] = [];

  await measure(site, '', numbers(0).map(registrationOf));
  const registered = await measure(site, 'Registration', numbers(people).map(registrationOf), hashMs);
  const signIns = registered.answers.map((answer, at): Post => {
    const from = people + at;
    // A browser that is known, whose session is over.
    const cookie = cookiesIn(answer)
      .filter((each) => !/^(?:__Host-)?session=/.test(each))
      .join('; ');
    return { path: '/login', from, cookie, fields: { email: `bench-${from}@example.com`, password } };
  });
  await measure(site, '', signIns.slice(0, people / 2));
  const signedIn = await measure(site, 'Sign-in', signIns.slice(people / 2), hashMs);
  costs.push(registered.cost, signedIn.cost);

  const byMembers = (path: string, fields: () => Record<string, string>) =>
    members.map((cookie, from): Post => ({ path, cookie, from, fields: fields() }));
  const complete = (moduleId: string) =>
    byMembers('/courses/email-marketing/complete', () => ({ moduleId, returnTo: 'module' }));
  await measure(site, '', complete('5'));
  costs.push((await measure(site, 'Mark complete', complete('6'))).cost);
  const replies = () =>
    byMembers(`/community/threads/${threadId}`, () => ({
      intent: 'reply',
      body: 'What would you change first?',
      formKey: randomUUID(),
    }));
  await measure(site, '', replies());
  costs.push((await measure(site, 'Reply', replies())).cost);

  const cell = (value: number) => value.toFixed(1);
  const rows = costs.map(({ name, siteMs, databaseMs, statements, hashMs }) => [
    name,
    String(statements),
    cell(siteMs),
    cell(databaseMs),
    hashMs ? cell(hashMs) : '-',
    cell(siteMs + databaseMs - hashMs),
  ]);
  const targets = costs.flatMap((cost): Target[] => {
    const aim = wanted[cost.name as keyof typeof wanted];
    if (!aim) return [];
    const cpuMs = cost.siteMs + cost.databaseMs - cost.hashMs;
    return [
      {
        text: `${cost.name}: at most ${aim.cpuMs} ms of CPU besides the password: ${cell(cpuMs)}`,
        isMet: cpuMs <= aim.cpuMs,
        isBinding: false,
      },
      {
        text: `${cost.name}: at most ${aim.statements} statements and who asks: ${cost.statements}`,
        isMet: cost.statements <= aim.statements + 1,
        isBinding: false,
      },
    ];
  });
  const head = ['Post', 'statements', 'site CPU ms', 'database', 'password', 'in all without it'];
  return { text: table([head, ...rows]), targets };
}
