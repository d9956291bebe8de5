import { z } from 'zod';

/** Which file an address names; null where it can be none. */
export const readFileId = (text: string): string | null => z.uuid().nullable().catch(null).parse(text);
