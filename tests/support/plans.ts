import pg from 'pg';
import { type Cable, layCable } from '#tests/support/cable.ts';

/** A step of a plan, as EXPLAIN (FORMAT JSON) calls its parts. */
interface PlanStep {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  /** A mean over the loops. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanStep[];
}

/** How one statement that was run went through one table. */
export interface Scan {
  table: string;
  /** Such as Seq Scan. */
  how: string;
  /** Of the table, those that a filter left out among them. */
  rows: number;
  /** The statement, on one line. */
  statement: string;
}

function* stepsOf(step: PlanStep): Generator<PlanStep> {
  yield step;
  for (const below of step.Plans ?? []) yield* stepsOf(below);
}

/** The scans that a notice of auto_explain tells of; what was planned and not begun is none. */
export function scansIn(notice: string): Scan[] {
  const at = notice.indexOf('{');
  if (!/^duration: .*plan:/.test(notice) || at === -1) return [];
  const { 'Query Text': text, Plan: plan } = JSON.parse(notice.slice(at)) as {
    'Query Text': string;
    Plan: PlanStep;
  };
  const statement = text.replaceAll(/\s+/g, ' ').trim();
  return [...stepsOf(plan)].flatMap((step) => {
    const { 'Relation Name': table, 'Node Type': how, 'Actual Loops': loops = 0 } = step;
    if (!table || loops === 0 || how === 'ModifyTable') return [];
    const rows = ((step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)) * loops;
    return [{ table, how, rows: Math.round(rows), statement }];
  });
}

const noticeType = 'N'.charCodeAt(0);
const messageField = 'M'.charCodeAt(0);

/** The message of a notice, of which each field is a letter and a text that ends with a zero. */
function messageOf(body: Buffer): string {
  for (let at = 0; at < body.length && body[at] !== 0; ) {
    const end = body.indexOf(0, at + 1);
    if (body[at] === messageField) return body.toString('utf8', at + 1, end);
    at = end + 1;
  }
  return '';
}

/** Reads what a database sends by one connection, and hands on the message of each notice. */
function noticeReader(hear: (message: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    while (rest.length >= 5) {
      const length = 1 + rest.readInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] === noticeType) hear(messageOf(rest.subarray(5, length)));
      rest = rest.subarray(length);
    }
  };
}

/**
 * Has a database tell with each statement how it was run, on connections that are made from now on. Going through a table is planned as
 * if that were 50 times as long as it is: a test's tables are small, and what is planned for them must be what is for large ones.
 */
async function explainAll(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const name = client.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  const settings = {
    seq_page_cost: '50',
    session_preload_libraries: 'auto_explain',
    client_min_messages: 'notice',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_format': 'json',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_parameter_max_length': '0',
  };
  for (const [setting, value] of Object.entries(settings))
    await client.query(`ALTER DATABASE ${name} SET ${setting} = ${client.escapeLiteral(value)}`);
  await client.end();
}

/** Lays a cable to a database by which the plans of all statements are heard: the database tells them before it answers. */
export async function hearPlans(databaseUrl: string, hear: (scan: Scan) => void): Promise<Cable> {
  await explainAll(databaseUrl);
  return layCable(databaseUrl, () =>
    noticeReader((message) => {
      for (const scan of scansIn(message)) hear(scan);
    }),
  );
}
