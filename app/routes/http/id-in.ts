import { z } from 'zod';

const id = z.uuid().nullable().catch(null);

/** The id that an address names; null where it can be none. */
export const idIn = (text: string | null | undefined): string | null => id.parse(text ?? null);
