// What the main pages cost, as the last lines of `npm test`: to be looked at, never to be failed by. It takes some twenty seconds.
import { costOf, startContender } from '#tests/bench/against.ts';
import { warmUp } from '#tests/bench/load.ts';
import { askFor, loadedPages, signedInPages } from '#tests/bench/pages.ts';
import { table } from '#tests/bench/report.ts';

const options = { connections: 4, seconds: 1 };

const undo: (() => Promise<void>)[] = [];

async function undoAll(): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void undoAll().finally(() => process.exit(1)));

try {
  const contender = await startContender('.', undo);
  const rows = [['CPU ms a request', 'site', 'database']];
  for (const page of [...loadedPages, ...signedInPages]) {
    const turns = { cookies: [], others: page.others ?? [] };
    const { site, cookie } = contender;
    await warmUp(site.url + page.path, askFor(page, cookie), page.status, options, turns);
    const { siteMs, databaseMs } = await costOf(contender, page, options);
    rows.push([page.name, siteMs.toFixed(2), databaseMs.toFixed(2)]);
  }
  console.log(table(rows));
} finally {
  await undoAll();
}
