import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { checkImport } from '#app/domain/operating/imports/checking.server.ts';
import { importPeople } from '#app/domain/operating/imports/importing.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { startImport, undoImport } from '#app/domain/operating/imports/steps.server.ts';
import { undoPeopleImport } from '#app/domain/operating/imports/undoing.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { countsOf } from '#tests/integration/import-files.ts';
import { withJobQueue } from '#tests/integration/queued-jobs.ts';

// As many people as IMPORT_PEOPLE says: `npm run load:import` for a hundred thousand. How long each step took is printed, and judged by nobody.

withJobQueue();

const count = Number(process.env.IMPORT_PEOPLE ?? 3_000);
const hash = '$2b$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

/** A file as Supabase exports it; every tenth row is there twice. */
async function* fileOf(people: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('id,email,encrypted_password,email_confirmed_at,raw_user_meta_data,created_at\n');
  for (let at = 0; at < people; at += 500) {
    const rows = Array.from({ length: Math.min(500, people - at) }, (_, index) => {
      const row = `${randomUUID()},person-${at + index}@many.example,${hash},2024-03-05 10:00:00+00,"{""full_name"":""Person Number""}",2023-01-02\n`;
      return index % 10 === 0 ? row + row : row;
    });
    yield Buffer.from(rows.join(''));
  }
}

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const memory = Math.round(process.memoryUsage().rss / 1_000_000);
  if (process.env.IMPORT_PEOPLE)
    console.log(
      `${step}: ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} people a second, ${memory} MB`,
    );
  return result;
}

it(
  'imports many people and takes them back',
  async () => {
    const before = await prisma().user.count();
    const id = await timed('upload', () =>
      receiveFile(commandLine, { name: 'many.csv', chunks: fileOf(count) }),
    );
    await timed('dry run', () => checkImport({ importId: id }));
    expect(await countsOf(id)).toMatchObject({ newCount: count, rejectedCount: Math.ceil(count / 10) });
    await startImport(commandLine, id, { reason: '' });
    await timed('import', () => importPeople({ importId: id }));
    expect(await prisma().user.count()).toBe(before + count);
    await undoImport(commandLine, id);
    await timed('undo', () => undoPeopleImport({ importId: id }));
    expect(await prisma().user.count()).toBe(before);
  },
  30 * 60_000,
);
