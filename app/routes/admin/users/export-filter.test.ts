import { expect, it } from 'vitest';
import { readExportFilter } from '#app/routes/admin/users/export-filter.ts';
import { rowFieldPrefix } from '#app/ui/row-fields.ts';

const id = 'b5a1cf7e-8f0b-4a1c-9d52-0f1b8d3c7e11';
const box = (key: string): [string, string] => [`${rowFieldPrefix}${key}`, 'on'];
const filterOf = (fields: Record<string, string>, ...boxes: [string, string][]) =>
  readExportFilter(new URLSearchParams([...Object.entries(fields), ...boxes]));

it('is the filter of the address', () => {
  expect(filterOf({ role: 'reseller' })).toMatchObject({ role: 'reseller', ids: null });
});

it('is the filter of the list in whose bulk form all that match were chosen', () => {
  expect(filterOf({ filter: '?role=reseller', all: 'yes' }, box(id.replaceAll('-', '')))).toMatchObject({
    role: 'reseller',
    ids: null,
  });
});

it('has the ticked rows of the list, and of nothing that is no row', () => {
  expect(filterOf({ filter: '?role=reseller' }, box(id.replaceAll('-', '')), box('x'))).toMatchObject({
    role: 'reseller',
    ids: [id],
  });
  expect(filterOf({ filter: '' }, box('x'))).toMatchObject({ ids: [] });
  expect(filterOf({ filter: '' })).toMatchObject({ ids: [] });
});
