import { globSync, readFileSync } from 'node:fs';

const jobDeclaration = /\/\*\*([^/]*(?:\/(?!\*)[^/]*)*?)\*\/\s+'([a-z-]+)':/g;
/** A handler on one line, or on several that end at its own indentation. */
const jobHandler = /^ {2}'([a-z-]+)': \{(?:(.+)\},$|\n((?:.*\n)*?) {2}\},$)/gm;

/** The background jobs as a Markdown table: the name, the schedule from the worker, and the comment above its declaration. */
export function jobsTable(): string {
  const descriptions = new Map<string, string>();
  for (const file of globSync('app/{domain,platform,program}/**/{jobs,worker.server}.ts'))
    for (const [, comment = '', name = ''] of readFileSync(file, 'utf8').matchAll(jobDeclaration))
      descriptions.set(name, comment.replaceAll(/\s*\n\s*\* ?/g, ' ').trim());
  const worker = readFileSync('app/program/worker.server.ts', 'utf8');
  const handlers = [...worker.slice(worker.indexOf('export const jobHandlers')).matchAll(jobHandler)];
  const rows = handlers.map(([, name = '', line, lines]) => {
    const description = descriptions.get(name);
    if (!description) throw new Error(`The job ${name} has no comment above its declaration.`);
    return { name, schedule: scheduleInWords(/cron: '([^']+)'/.exec(line ?? lines ?? '')?.[1]), description };
  });
  return [
    '| Job | When | What it does |',
    '|---|---|---|',
    ...rows
      .sort((a, b) => a.name.localeCompare(b.name))
      .map(({ name, schedule, description }) => `| \`${name}\` | ${schedule} | ${description} |`),
  ].join('\n');
}

/** A cron expression as a person would say it; times are UTC. Throws for a form that no job uses yet. */
export function scheduleInWords(cron: string | undefined): string {
  if (cron === undefined) return 'when needed';
  const [minute = '', hour = '', ...rest] = cron.split(' ');
  if (rest.join(' ') !== '* * *') throw new Error(`Teach scheduleInWords to read ${cron}.`);
  if (hour === '*') {
    if (minute === '*') return 'every minute';
    if (minute.startsWith('*/')) return `every ${minute.slice(2)} minutes`;
    return minute.includes(',')
      ? `hourly, at :${minute.split(',').map(twoDigits).join(' and :')}`
      : `hourly, at :${twoDigits(minute)}`;
  }
  return `daily at ${twoDigits(hour)}:${twoDigits(minute)}`;
}

const twoDigits = (number: string) => number.padStart(2, '0');
