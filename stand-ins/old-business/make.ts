// npm run make:old-business -- <folder> [people] [database]: writes the files of a made-up old business, and with the address of a
// database has the payment sandbox of that database know its subscriptions.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '#app/platform/files/new-folder.ts';
import { makeOldBusiness, oldPassword, oldPrices } from '#stand-ins/old-business/business.ts';
import { filesOf } from '#stand-ins/old-business/files.ts';
import { sellAtSandbox } from '#stand-ins/old-business/provider.ts';

const [folder, count = '5000', databaseUrl] = process.argv.slice(2);
if (!folder || !/^[1-9]\d{0,5}$/.test(count)) {
  console.error('Say where: npm run make:old-business -- <folder> [people] [database]');
  process.exit(1);
}
const business = makeOldBusiness(Number(count));
makeFolders(folder);
for (const [name, text] of Object.entries(filesOf(business))) writeFileSync(join(folder, name), text);
if (databaseUrl) await sellAtSandbox(databaseUrl, business);
console.log(
  `${business.people.length} people, ${business.affiliates.length} affiliates, ${business.referrals.length} referrals and ${business.subscriptions.length} subscriptions are in ${folder}${databaseUrl ? ' and in the payment sandbox' : ''}. Everybody’s password is ${oldPassword}; the prices are ${oldPrices.map(({ id }) => id).join(' and ')}.`,
);
