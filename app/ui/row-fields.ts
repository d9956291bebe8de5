/** The id of a list's bulk form (bulk-bar.tsx), which the boxes of its rows name; a page has one. */
export const bulkFormId = 'bulk';

/** What the names of rows' boxes begin with in a bulk form, before each row's key: every field of a form has a name of its own. */
export const rowFieldPrefix = 'row_';
