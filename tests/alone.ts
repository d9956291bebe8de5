import { globSync, readFileSync } from 'node:fs';

/** Files that set this process's environment, or replace a module, for all that is loaded after it. */
export const alone = globSync('tests/integration/**/*.test.ts').filter((file) =>
  /process\.env\.\w+ = |assign\(process\.env|vi\.(?:stubEnv|(?:do)?[mM]ock)\(/.test(
    readFileSync(file, 'utf8'),
  ),
);
