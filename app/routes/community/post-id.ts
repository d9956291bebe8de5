import { data } from 'react-router';
import { z } from 'zod';

/** The id that an address names. @throws 404 for what is none */
export function idOf(segment: string): string {
  const id = z.uuid().safeParse(segment);
  if (!id.success) throw data('This post no longer exists.', { status: 404 });
  return id.data;
}
