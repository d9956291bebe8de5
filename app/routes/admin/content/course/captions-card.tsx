import { courseFilesFolder } from '#app/domain/learning/courses/course-files.ts';
import { storedFileAddress } from '#app/routes/admin/content/piece-address.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';

interface CaptionsProps {
  action: string;
  version: number;
  captions: string | null;
  video: 'file' | 'vimeo' | null;
  reply: FormReply | undefined;
}

const withoutVideo = {
  vimeo: 'This video is on Vimeo. Add the captions there: its player shows them.',
  none: 'There is no video. Add one by its address in the lesson’s editor first.',
} as const;

/** The captions of a module's video, or of the introduction's. */
export function Captions({ action, version, captions, video, reply }: CaptionsProps) {
  const form = formFields<{ files: unknown }>('captions', reply);
  const isUploaded = captions?.startsWith(courseFilesFolder) === true;
  return (
    <Card className="grid grid-cols-1 gap-4 p-4! sm:p-5!">
      <h2 className="text-xl">Captions of the video</h2>
      <FormErrors id={form.errorId} errors={form.errors} />
      {captions ? (
        <p>
          {isUploaded ? (
            <Link
              to={storedFileAddress(captions.slice(courseFilesFolder.length))}
              className="link inline-flex min-h-11 items-center"
            >
              Captions in WebVTT
            </Link>
          ) : (
            <>
              From the site’s file <bdi className="wrap-anywhere">{captions}</bdi>
            </>
          )}
        </p>
      ) : null}
      {video === 'file' ? null : <p className="text-muted">{withoutVideo[video ?? 'none']}</p>}
      {video === 'file' || captions ? (
        <form
          method="post"
          action={action}
          id={form.id}
          noValidate
          encType="multipart/form-data"
          className="grid grid-cols-1 gap-4"
        >
          <input type="hidden" name="seen" value={version} />
          {video === 'file' ? (
            <FileField
              id="captions-file"
              name="files"
              label={captions ? 'Other captions' : 'Captions'}
              hint="WebVTT (.vtt), in the language of the video."
              errors={form.field('files').errors}
              accept=".vtt,text/vtt"
              required
            />
          ) : null}
          <div className="flex flex-wrap gap-3">
            {video === 'file' ? (
              <SubmitButton intent="captions" pendingLabel="Sending...">
                {captions ? 'Replace captions' : 'Add captions'}
              </SubmitButton>
            ) : null}
            {captions ? (
              <SubmitButton
                intent="remove-captions"
                variant="danger"
                formNoValidate
                pendingLabel="Removing..."
              >
                Remove captions
              </SubmitButton>
            ) : null}
          </div>
        </form>
      ) : null}
    </Card>
  );
}
