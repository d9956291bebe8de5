import { data } from 'react-router';

/** The posted form; a body that is none is the sender's mistake (400), not ours. */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data('That form could not be read. Please go back and try again.', { status: 400 });
  }
}
