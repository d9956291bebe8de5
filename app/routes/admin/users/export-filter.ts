import { readUserFilter, type UserFilter } from '#app/domain/operating/users/user-filter.ts';
import { idOfKey, keysIn } from '#app/routes/admin/lists/bulk-scope.ts';

/** The filter that an address of an export asks for: that of the list and, from its bulk form, which of the list's rows. */
export function readExportFilter(query: URLSearchParams): UserFilter {
  const list = query.get('filter');
  if (list === null) return readUserFilter(query);
  const listQuery = new URLSearchParams(list);
  if (query.get('all') !== 'yes') listQuery.set('ids', keysIn(query.keys()).map(idOfKey).join(','));
  return readUserFilter(listQuery);
}
