import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { commandLine } from '#app/domain/core/audit/record.server.ts';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { importAffiliates } from '#app/domain/operating/affiliate-imports/importing.server.ts';
import { findAffiliateImport } from '#app/domain/operating/affiliate-imports/listing.server.ts';
import { receiveAffiliateFile } from '#app/domain/operating/affiliate-imports/receiving.server.ts';
import { startAffiliateImport } from '#app/domain/operating/affiliate-imports/steps.server.ts';
import { checkImport } from '#app/domain/operating/imports/checking.server.ts';
import { importPeople } from '#app/domain/operating/imports/importing.server.ts';
import { findImport } from '#app/domain/operating/imports/listing.server.ts';
import { receiveFile } from '#app/domain/operating/imports/receiving.server.ts';
import { startImport } from '#app/domain/operating/imports/steps.server.ts';
import { config } from '#app/platform/config.server.ts';

const pageOf = (id: string) => `${config().appUrl}/admin/users/import/${id}`;

/** Stores a file of people of any size and checks it. Nobody is imported. @throws {Refusal} */
async function importFile(path = ''): Promise<string> {
  const stats = path === '' ? null : await stat(path).catch(() => null);
  if (!stats?.isFile()) throw new Refusal('invalid', 'Say which file: npm run operate -- import people.csv');
  const chunks = createReadStream(path, { highWaterMark: 250_000 });
  const id = await receiveFile(commandLine, { name: basename(path), chunks }, Number.POSITIVE_INFINITY);
  await checkImport({ importId: id });
  const file = await findImport(id);
  if (!file) throw new Refusal('conflict', 'Somebody has deleted this file meanwhile.');
  if (file.state === 'mapping') return `Say which column is what, and start the import: ${pageOf(id)}`;
  if (file.problem) throw new Refusal('invalid', file.problem);
  const { newCount, presentCount, changedCount, rejectedCount } = file;
  return [
    `${newCount} new, ${presentCount} already here, ${changedCount} completed by the file, ${rejectedCount} rejected. Nobody is imported yet.`,
    ...file.rejected.map(({ number, reason }) => `  row ${number}: ${reason}`),
    `All rows: ${pageOf(id)}`,
    `To import them: npm run operate -- start-import ${id}`,
  ].join('\n');
}

/** Imports the people of a checked file; with a reason, their roles and rates too. @throws {Refusal} */
async function startChecked(id = '', option = '', ...words: string[]): Promise<string> {
  const reason = words.join(' ');
  if (option !== '' && (option !== '--give-roles' || reason === ''))
    throw new Refusal('invalid', 'Say the id, and for roles and rates: --give-roles and why.');
  await startImport(commandLine, id, { reason, ...(option === '' ? {} : { givesRoles: 'on' as const }) });
  await importPeople({ importId: id });
  return `The people are imported. To undo it, within 30 days: ${pageOf(id)}`;
}

const affiliatePageOf = (id: string) => `${config().appUrl}/admin/commissions/import/${id}`;

/** Checks a file of affiliates or of their referrals. Nothing is imported. @throws {Refusal} */
async function importAffiliateFile(path = ''): Promise<string> {
  const stats = path === '' ? null : await stat(path).catch(() => null);
  if (!stats?.isFile())
    throw new Refusal('invalid', 'Say which file: npm run operate -- import-affiliates affiliates.csv');
  const id = await receiveAffiliateFile(commandLine, {
    name: basename(path),
    chunks: createReadStream(path),
  });
  const file = await findAffiliateImport(id);
  if (!file) throw new Refusal('conflict', 'Somebody has deleted this file meanwhile.');
  const { kind, newCount, presentCount, changedCount, rejectedCount, balanceCents } = file;
  return [
    `${kind}: ${newCount} new, ${presentCount} already here, ${changedCount} completed by the file, ${rejectedCount} rejected; opening balances ${formatMoney(balanceCents)}. Nothing is imported yet.`,
    ...file.rejected.map(({ number, reason }) => `  row ${number}: ${reason}`),
    `All rows: ${affiliatePageOf(id)}`,
    `To import them: npm run operate -- start-affiliate-import ${id} <why>`,
  ].join('\n');
}

/** Imports a checked file of affiliates or referrals; with --give-rates, their higher rates too. @throws {Refusal} */
async function startAffiliates(id = '', ...words: string[]): Promise<string> {
  const givesRates = words[0] === '--give-rates';
  const reason = words.slice(givesRates ? 1 : 0).join(' ');
  if (reason === '') throw new Refusal('invalid', 'Say the id, and why.');
  await startAffiliateImport(commandLine, id, {
    reason,
    ...(givesRates ? { givesRates: 'on' as const } : {}),
  });
  await importAffiliates({ importId: id });
  return `The file is imported. To undo it, within 30 days: ${affiliatePageOf(id)}`;
}

/** What an operator can ask for about files of other systems. */
export const importCommands = {
  import: importFile,
  'start-import': startChecked,
  'import-affiliates': importAffiliateFile,
  'start-affiliate-import': startAffiliates,
};
