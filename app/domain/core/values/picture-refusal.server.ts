import { Refusal } from '#app/domain/core/values/errors.ts';
import { PictureError } from '#app/platform/files/uploads.server.ts';

/** Waits for a picture to be read. @throws {Refusal} invalid or unavailable (field files) for one that is too large, or finds no room */
export async function refuseUnreadablePicture<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof PictureError)) throw error;
    throw new Refusal(error.reason === 'busy' ? 'unavailable' : 'invalid', error.message, 'files');
  }
}
