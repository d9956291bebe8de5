import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchPath } from 'react-router';
import { expect } from 'vitest';
import { databasePool } from '#app/platform/database/client.server.ts';
import { sessionCookie } from '#app/routes/http/cookies.server.ts';
import routes from '#app/routes.ts';
import { newAddress } from '#tests/integration/joining.ts';
import { newSession } from '#tests/integration/people.ts';
import { type Answer, ask } from '#tests/integration/running-site.ts';
import { type PostedForm, postedForms } from '#tests/integration/whole-site/posted-forms.ts';
import { rowsOf } from '#tests/integration/whole-site/rows-added.ts';

/** A form in the hands of somebody, and what may come of it however often it is sent. */
export interface FormCase {
  /** Whose it is; nobody's is a visitor's. */
  as?: { id: string };
  /** The page it stands on. */
  page: string;
  /** Told from the page's other forms by what it holds as it is sent. */
  pick?: Record<string, string>;
  /** Where it is posted to, for one that a script makes up: then `type` is all of it. */
  to?: string;
  /** What is typed. */
  type?: Record<string, string>;
  /** A file that goes with it. */
  file?: { name: string; bytes: Uint8Array<ArrayBuffer> };
  /** Another cookie that the browser has. */
  cookie?: string;
}

/** The forms of a route, by what they do. */
export type FormTable = Record<string, Record<string, () => Promise<FormCase>>>;

/** The routes that take a form or a call, each with its pattern. */
export function routesWithActions(
  entries: readonly RouteConfigEntry[] = routes as RouteConfigEntry[],
  parent = '',
): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const text = readFileSync(join(import.meta.dirname, '../../../app', file), 'utf8');
    const takes = /^export (?:async function|function|const) action\b/m.test(text) && path !== '*';
    return [...(takes ? [own || '/'] : []), ...routesWithActions(children ?? [], own)];
  });
}

const patterns = routesWithActions();

/** The route that takes what is posted to a path. */
function routeOf(path: string): string {
  const { pathname } = new URL(path, 'http://site');
  const fitting = patterns.filter((pattern) => matchPath(pattern, pathname));
  // The most exact: of a word and a part that is open the word.
  return fitting.toSorted((a, b) => a.split(':').length - b.split(':').length)[0] ?? pathname;
}

/** What comes and goes by itself, or counts attempts. */
const uncounted = [
  '_prisma_migrations',
  'commission_days',
  'figures_stale',
  'rate_limits',
  'visits_seen',
  'webhook_events',
];

let counting: string | undefined;

/** How many rows each table has, and the provider's things by their kind. */
async function countRows(): Promise<Record<string, number>> {
  if (!counting) {
    const { rows } = await databasePool().query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const tables = rows.map(({ name }) => name).filter((name) => !uncounted.includes(name));
    counting = [
      ...tables.map((name) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`),
      `SELECT 'provider ' || object, count(*)::int FROM sandbox.objects WHERE object NOT IN ('event', 'price', 'product', 'paypal_token') GROUP BY object`,
      `SELECT 'job ' || name, count(*)::int FROM pgboss.job WHERE name <> 'deliver-mail' GROUP BY name`,
    ].join(' UNION ALL ');
  }
  const { rows } = await databasePool().query<{ name: string; count: number }>(counting);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** What `work` has added to each table, or taken away. */
async function rowsAdded(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countRows();
  await work();
  const after = await countRows();
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const more = (after[name] ?? 0) - (before[name] ?? 0);
      return more === 0 ? [] : [[name, more] as const];
    }),
  );
}

let port: number | undefined;

/** The port of the site that the forms are sent to. */
export function sitePort(): number {
  if (port === undefined) throw new Error('The site is not started yet.');
  return port;
}

export function useSite(at: number): void {
  port = at;
}

/** The cookie of a session of somebody's, begun now. */
export async function cookieOfUser(userId: string): Promise<string> {
  const header = sessionCookie().serialize(await newSession(userId));
  return header.split(';', 1)[0] ?? '';
}

/** A session that was ended on another device, while its page stayed open. */
async function endedSession(userId: string): Promise<string> {
  const cookie = await cookieOfUser(userId);
  const secret = String(sessionCookie().parse(cookie));
  await databasePool().query(`UPDATE sessions SET revoked_at = now() WHERE token_hash = sha256($1::bytea)`, [
    Buffer.from(secret),
  ]);
  return cookie;
}

interface Sent {
  path: string;
  fields: Record<string, string>;
  file: FormCase['file'];
  isMultipart: boolean;
}

async function bodyOf({ fields, file, isMultipart }: Sent): Promise<{ type: string; body: Buffer | string }> {
  if (!isMultipart)
    return { type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(fields)) };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append('files', new File([file.bytes], file.name));
  const request = new Request('http://site', { method: 'POST', body: form });
  return {
    type: String(request.headers.get('content-type')),
    body: Buffer.from(await request.arrayBuffer()),
  };
}

/** Forms that stand around every page. */
const ofTheFrame = ['/logout', '/verify-email/resend', '/view-as/end'];

/** The form of a page that the case means; of a page of one form that one. */
function formOn(html: string, { page, pick = {}, to, type = {}, file }: FormCase): Sent {
  if (to !== undefined) return { path: to, fields: type, file, isMultipart: file !== undefined };
  const forms = postedForms(html);
  const found = forms.find(({ action, fields }) =>
    Object.keys(pick).length === 0
      ? !ofTheFrame.includes(action ?? '')
      : Object.entries(pick).every(([name, value]) =>
          name === 'action' ? action === value : fields[name] === value,
        ),
  );
  if (!found) throw new Error(`No form with ${JSON.stringify(pick)} on ${page}: ${JSON.stringify(forms)}`);
  const unknown = Object.keys(type).filter((name) => !found.names.includes(name));
  expect(unknown, `fields that the form on ${page} does not have`).toEqual([]);
  return {
    path: found.action ?? page,
    fields: { ...found.fields, ...type },
    file,
    isMultipart: found.isMultipart,
  };
}

/** A form by its route and what it does, as pages and the table both name it. */
const nameOfForm = (path: string, fields: Record<string, string>): string =>
  `${routeOf(path)} ${fields.intent === 'ask' ? '' : (fields.intent ?? '')}`.trim();

/** The forms that pages of the cases have shown, and those that were sent. */
export const shownForms = new Map<string, string>();
export const sentForms = new Set<string>();

function noteShown(html: string, page: string): void {
  for (const { action, fields } of postedForms(html) satisfies PostedForm[])
    shownForms.set(nameOfForm(action ?? page, fields), page);
}

const titleOf = (html: string) => /<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? '';

/** Whether an answer says in words what has become of a form; the page that it stands on, shown again, says nothing by its title. */
function saysSomething({ status, headers, text }: Answer, page: string): boolean {
  if (status === 204) return true;
  if (status >= 300 && status < 400) return headers.location !== undefined;
  if (!String(headers['content-type']).startsWith('text/html')) return text.length > 0;
  const title = titleOf(text);
  return (
    status < 400 ||
    /role="alert"|aria-invalid="true"/.test(text) ||
    (title.length > 7 && title !== titleOf(page))
  );
}

/** Sends a form twice at once and once more, from the same page with the session that came after, and says what has come of it. */
async function sendTwice(made: FormCase) {
  const browser = { 'x-forwarded-for': newAddress() };
  const cookies = async (session: string | null) => {
    const cookie = [session, made.cookie].filter(Boolean).join('; ');
    return cookie ? { ...browser, cookie } : browser;
  };
  const { as: owner, page } = made;
  const first = await cookies(owner ? await cookieOfUser(owner.id) : null);
  const later = await cookies(owner ? await cookieOfUser(owner.id) : null);
  const ended = owner ? await cookies(await endedSession(owner.id)) : null;
  const shown = await ask(sitePort(), page, { headers: first });
  expect(shown.status, `${page} is shown`).toBe(200);
  noteShown(shown.text, page);
  const sent = formOn(shown.text, made);
  sentForms.add(nameOfForm(sent.path, sent.fields));
  const { type, body } = await bodyOf(sent);
  const send = (headers: Record<string, string>) =>
    ask(sitePort(), sent.path, { method: 'POST', headers: { ...headers, 'content-type': type }, body });

  const answers: Answer[] = [];
  const added = await rowsAdded(async () => {
    if (ended) {
      const { status } = await send(ended);
      // Where visitors may send it too, it is theirs to fill in.
      expect([303, 401, 422], 'sent without a session').toContain(status);
    }
    answers.push(...(await Promise.all([send(first), send(first)])));
    answers.push(await send(later));
  });
  return { answers, added, shown: shown.text };
}

/** Nothing is doubled, nothing fails, and each answer says something. */
export async function expectOnce(name: string, made: FormCase): Promise<void> {
  const { answers, added, shown } = await sendTwice(made);
  if (process.env.RECORD_FORMS)
    appendFileSync(process.env.RECORD_FORMS, `${JSON.stringify([name, added])}\n`);
  const statuses = answers.map(({ status }) => status);
  expect(Math.max(...statuses), `answered ${statuses}`).toBeLessThan(500);
  expect(Math.min(...statuses), `answered ${statuses}: ${answers[0]?.text.slice(0, 300)}`).toBeLessThan(400);
  for (const answer of answers) expect(saysSomething(answer, shown), answer.text).toBe(true);
  const line = `'${name}': ${JSON.stringify(added)},`;
  expect(
    added,
    `If the form should do this once, write in rowsOf of tests/integration/whole-site/rows-added.ts: ${line}`,
  ).toEqual(rowsOf[name] ?? {});
}
