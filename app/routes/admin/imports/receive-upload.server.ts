import { Refusal } from '#app/domain/core/values/errors.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { readStreamedFile } from '#app/routes/http/streamed-file.server.ts';

type Receive = Parameters<typeof readStreamedFile<string>>[2];

/** Takes a file that is to be imported, as it streams in, and leads to its page below `path` with what `told` says. */
export async function receiveUpload(request: Request, path: string, receive: Receive, told: string) {
  try {
    const id = await readStreamedFile(request, 'files', async (file) => {
      if (file.name === '') throw new Refusal('invalid', 'Choose a file to upload', 'files');
      return receive(file);
    });
    if (id === null) throw new Refusal('invalid', 'Choose a file to upload', 'files');
    return redirectWithFlash(`${path}/${id}`, told);
  } catch (error) {
    return refusedForm(new FormData(), error);
  }
}
