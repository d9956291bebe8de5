/** What a statement may not have in it to be answered by a replica: changes, locks, and functions that change something. */
const changing =
  /\b(?:INSERT|UPDATE|DELETE|MERGE|FOR\s+(?:NO\s+KEY\s+UPDATE|UPDATE|KEY\s+SHARE|SHARE)|INTO|LISTEN|nextval|setval|set_config|pg_notify|pg_(?:try_)?advisory\w*|pg_current_wal\w*)\b/i;

/** Whether a statement only reads, as far as its text tells. What a replica refuses nevertheless is asked of the primary. */
export const isPlainRead = (text: string): boolean =>
  /^\s*(?:SELECT|WITH)\b/i.test(text) && !changing.test(text.replaceAll(/'[^']*'/g, "''"));
