import { Refusal } from '#app/domain/core/values/errors.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';

/** Reads which rows an address of a bulk bar is about. @throws a redirect to the list, which says so, where no row was selected */
export async function readSelectionOf<Selection>(list: string, read: () => Selection): Promise<Selection> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw await redirectWithFlash(list, error.message, 'error');
  }
}
