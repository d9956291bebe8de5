import pg from 'pg';
import {
  misspelledQuestions,
  stateQuestions,
  taughtQuestions,
  unanswerableQuestions,
} from '#tests/assistant/questions.ts';
import { cpuMsOf, ownCpuMsOf } from '#tests/bench/cpu.ts';
import { send } from '#tests/bench/http.ts';
import { type Target, table } from '#tests/bench/report.ts';
import { type BenchSite, startDatabase, startSite, workOn } from '#tests/bench/site.ts';

// What the librarian, which answers without a model, takes for the evaluation's eighty questions: each asked as a member does, by a
// request that keeps question and answer.

/** What is wanted, in milliseconds. */
const mostMs = 50;
/** A member may send no more in a minute. */
const ofEach = 10;

const kinds = {
  taught: taughtQuestions.map(({ question }) => question),
  misspelled: misspelledQuestions.map(({ question }) => question),
  'not answered': unanswerableQuestions,
  'about oneself': stateQuestions.map(({ question }) => question),
};

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** CPU milliseconds that the site's processes and the database's connections have used so far. */
async function cpuOf(site: BenchSite, client: pg.Client): Promise<{ site: number; database: number }> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  );
  return {
    site: cpuMsOf(site.pid) ?? 0,
    database: rows.reduce((sum, { pid }) => sum + ownCpuMsOf(pid), 0),
  };
}

async function ask(site: BenchSite, cookie: string, message: string): Promise<number> {
  const began = performance.now();
  const answer = await send(`${site.url}/api/ai-assistant`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`"${message}" is answered with status ${answer.status}.`);
  return ms;
}

/** Asks all of it twice; the first time the process and the database get to know the questions. @returns a table, and the targets. */
export async function measureAssistant(
  undo: (() => Promise<void>)[],
): Promise<{ text: string; targets: Target[] }> {
  const database = await startDatabase();
  undo.push(database.stop);
  const site = await startSite({ database, settings: { RUN_WORKER: 'false', ASSISTANT_PROVIDER: 'none' } });
  undo.push(site.stop);
  await site.untilReady();
  const questions = Object.entries(kinds).flatMap(([kind, list]) =>
    list.map((question) => ({ kind, question })),
  );
  const cookies = await newMembers(database.url, (2 * questions.length) / ofEach);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  undo.push(() => client.end());
  const times: { kind: string; ms: number }[] = [];
  let before = { site: 0, database: 0 };
  for (const [index, { kind, question }] of [...questions, ...questions].entries()) {
    if (index === questions.length) before = await cpuOf(site, client);
    const ms = await ask(site, cookies[Math.floor(index / ofEach)] ?? '', question);
    if (index >= questions.length) times.push({ kind, ms });
  }
  const after = await cpuOf(site, client);
  const cpu = (of: 'site' | 'database') => ((after[of] - before[of]) / questions.length).toFixed(1);
  const row = (name: string, list: readonly number[]) => [
    name,
    String(list.length),
    at(list, 0.5).toFixed(1),
    at(list, 0.95).toFixed(1),
    at(list, 1).toFixed(1),
  ];
  const all = times.map(({ ms }) => ms);
  return {
    text: `${table([
      ['Questions', 'asked', 'median ms', 'p95 ms', 'longest ms'],
      ...Object.keys(kinds).map((name) =>
        row(
          name,
          times.filter(({ kind }) => kind === name).map(({ ms }) => ms),
        ),
      ),
      row('all', all),
    ])}\n\nCPU of one answer: ${cpu('site')} ms of the site, ${cpu('database')} ms of the database.`,
    targets: [
      {
        text: `an answer takes less than ${mostMs} ms: median ${at(all, 0.5).toFixed(1)}, p95 ${at(all, 0.95).toFixed(1)}`,
        isMet: at(all, 0.95) < mostMs,
        isBinding: false,
      },
    ],
  };
}

/** Affiliates, signed in: they may read all of the library. */
async function newMembers(databaseUrl: string, count: number): Promise<string[]> {
  workOn(databaseUrl);
  const { disconnectDatabase } = await import('#app/platform/database/client.server.ts');
  const { sessionCookie } = await import('#app/routes/http/cookies.server.ts');
  const { newSession, newUser } = await import('#tests/integration/people.ts');
  const cookies: string[] = [];
  for (let made = 0; made < count; made++) {
    const { id } = await newUser({ role: 'affiliate' });
    cookies.push(
      sessionCookie()
        .serialize(await newSession(id))
        .split(';', 1)[0] ?? '',
    );
  }
  await disconnectDatabase();
  return cookies;
}
