import { expect, it } from 'vitest';
import { routePaths } from '#tests/fuzz/route-paths.ts';
import { adminDoors } from '#tests/integration/admin-doors.ts';
import { addressOf } from '#tests/integration/route-samples.ts';
import { authorised } from '#tests/integration/whole-site/authorisation.ts';
import { expectListed } from '#tests/support/expect-listed.ts';

// What has to be declared of every address in app/routes.ts. The integration tests check that it is true.

const paths = routePaths().filter((path) => !path.includes('*'));
const isAdmin = (path: string) => path === '/admin' || path.startsWith('/admin/');

it('who may open a page and send its form is declared', () => {
  // The stream of events has no end to wait for.
  const pages = paths.filter((path) => !isAdmin(path) && path !== '/live');
  expectListed(pages, Object.keys(authorised), {
    file: 'tests/integration/whole-site/authorisation.ts',
    list: 'authorised',
    line: (path) => `'${path}': ['everybody', 'nobody'], (who may open it, who may send its form)`,
  });
});

it('which admins may open a page and send its form is declared', () => {
  expectListed(paths.filter(isAdmin), Object.keys(adminDoors), {
    file: 'tests/integration/admin-doors.ts',
    list: 'adminDoors',
    line: (path) => `'${path}': { GET: managers, POST: [] },`,
  });
});

it('every parameter has a sample', () => {
  for (const path of paths) expect(addressOf(path)).not.toContain(':');
});
