/** What the names of rows' boxes begin with in a bulk form, before each row's key: every field of a form has a name of its own. */
export const rowFieldPrefix = 'row_';
