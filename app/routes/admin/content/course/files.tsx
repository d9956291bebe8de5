import { z } from 'zod';
import {
  courseFilesFolder,
  type Download,
  downloadTitleLength,
  endingOf,
  mostDownloads,
} from '#app/domain/learning/courses/course-files.ts';
import {
  addDownload,
  openCourseFiles,
  removeCaptions,
  removeDownload,
  setCaptions,
} from '#app/domain/publishing/course-file-changes.server.ts';
import { chooseTools, toolsOfSite } from '#app/domain/publishing/module-tools.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { Captions } from '#app/routes/admin/content/course/captions-card.tsx';
import { Tools, toolField } from '#app/routes/admin/content/course/tools-card.tsx';
import {
  contentPath,
  courseAddress,
  courseFilesAddress,
  moduleIdOf,
  storedFileAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { mostFields, readFormWithFiles } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FileField } from '#app/ui/file-field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/files';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const noLesson = () => notFound('There is no such lesson', { to: contentPath, label: 'Content' });

/** The captions and downloads of a module, or the captions of a course's introduction. One query. */
export async function loader({ params }: Route.LoaderArgs) {
  const id = moduleIdOf(params.part);
  const files = id === null ? null : await openCourseFiles(params.courseSlug, id);
  if (id === null || !files) throw noLesson();
  return { ...files, id, tools: toolsOfSite() };
}

const seen = z.coerce.number().int().min(0);

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('captions'), seen }),
  z.object({ intent: z.literal('remove-captions'), seen }),
  z.object({
    intent: z.literal('download'),
    seen,
    title: z
      .string({ error: 'Please give it a title' })
      .trim()
      .min(1, 'Please give it a title')
      .max(downloadTitleLength, `Please use at most ${downloadTitleLength} characters`),
  }),
  z.object({ intent: z.literal('remove-download'), seen, file: z.string().max(60) }),
  z.looseObject({ intent: z.literal('tools'), seen }),
]);

/** The tools whose boxes are ticked. */
const slugsChosen = (
  form: FormData,
  kind: 'calculator' | 'template',
  tools: readonly { slug: string }[],
): string[] => tools.map(({ slug }) => slug).filter((slug) => form.has(toolField(kind, slug)));

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = moduleIdOf(params.part);
  if (id === null) throw noLesson();
  const { form, files } = await readFormWithFiles(request, mostFields);
  const here = courseFilesAddress(params.courseSlug, id);
  return refuseInForm(form, async () => {
    const values = parseForm(form, schema);
    const actor = actorOf(context);
    const of = { id, seen: values.seen };
    switch (values.intent) {
      case 'captions':
        await setCaptions(actor, params.courseSlug, of, files);
        return redirectWithFlash(here, 'The captions are saved as a draft.');
      case 'remove-captions':
        await removeCaptions(actor, params.courseSlug, of);
        return redirectWithFlash(here, 'The captions are taken out of the draft.');
      case 'download':
        await addDownload(actor, params.courseSlug, { ...of, title: values.title }, files);
        return redirectWithFlash(here, 'The download is added as a draft.');
      case 'remove-download':
        await removeDownload(actor, params.courseSlug, { ...of, file: values.file });
        return redirectWithFlash(here, 'The download is taken out of the draft.');
      case 'tools': {
        const { calculators, templates } = toolsOfSite();
        await chooseTools(actor, params.courseSlug, of, {
          calculators: slugsChosen(form, 'calculator', calculators),
          templates: slugsChosen(form, 'template', templates),
        });
        return redirectWithFlash(here, 'The choice is saved as a draft.');
      }
    }
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Captions and downloads')];

export default function CourseFiles({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, courseTitle, title, id, downloads, captions, video, tools, chosenTools } = loaderData;
  const { seen: version } = loaderData;
  const here = courseFilesAddress(slug, id);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
        ]}
        current={id === 0 ? 'Captions' : 'Captions and downloads'}
      />
      <PageHeading title={id === 0 ? `Captions: ${title}` : `Captions and downloads: ${title}`}>
        Whoever may read the lesson gets them. Learners see changes once you publish the course.
      </PageHeading>
      {id === 0 ? null : (
        <>
          <Downloads action={here} version={version} downloads={downloads} reply={actionData} />
          <Tools
            action={here}
            version={version}
            tools={tools}
            chosen={chosenTools}
            reply={replyTo(actionData, ['tools'])}
          />
        </>
      )}
      <Captions
        action={here}
        version={version}
        captions={captions}
        video={video}
        reply={replyTo(actionData, ['captions', 'remove-captions'])}
      />
    </div>
  );
}

type Reply = Route.ComponentProps['actionData'];

/** The form that was answered is named by its button: both choose a file. */
const replyTo = (reply: Reply, intents: readonly string[]) =>
  intents.includes(String(reply?.lastResult.initialValue?.intent)) ? reply : undefined;

interface DownloadsProps {
  action: string;
  version: number;
  downloads: readonly Download[];
  reply: Reply;
}

function Downloads({ action, version, downloads, reply }: DownloadsProps) {
  const form = formFields<{ title: string; files: unknown }>(
    'download',
    replyTo(reply, ['download', 'remove-download']),
  );
  return (
    <Card className="grid grid-cols-1 gap-4 p-4! sm:p-5!">
      <h2 className="text-xl">Downloads</h2>
      <FormErrors id={form.errorId} errors={form.errors} />
      {downloads.length === 0 ? (
        <p className="text-muted">None yet. They are listed below the lesson.</p>
      ) : (
        <ul className="grid grid-cols-1">
          {downloads.map(({ title, file, name }) => (
            <li
              key={file}
              className="flex flex-wrap items-center gap-x-4 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0 flex-1 basis-56">
                <Link
                  to={storedFileAddress(file.slice(courseFilesFolder.length))}
                  className="link inline-flex min-h-11 items-center wrap-anywhere"
                >
                  <bdi>{title}</bdi>
                </Link>
                <span className="block text-sm wrap-anywhere text-muted">
                  <bdi>{name}</bdi>, {endingOf(file).toUpperCase()}
                </span>
              </span>
              <form method="post" action={action}>
                <input type="hidden" name="seen" value={version} />
                <input type="hidden" name="file" value={file} />
                <SubmitButton
                  intent="remove-download"
                  variant="danger"
                  pendingLabel="Removing..."
                  aria-label={`Remove: ${title}`}
                >
                  Remove
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
      )}
      {downloads.length < mostDownloads ? (
        <form
          method="post"
          action={action}
          id={form.id}
          noValidate
          encType="multipart/form-data"
          className="grid grid-cols-1 gap-4"
        >
          <input type="hidden" name="seen" value={version} />
          <TextField
            {...form.field('title')}
            label="Title"
            hint="What learners read, such as “Worksheet for week 1”."
            required
            maxLength={downloadTitleLength}
            autoComplete="off"
          />
          <FileField
            id="download-file"
            name="files"
            label="File"
            hint="PDF, Word (DOCX), Excel (XLSX), text or a picture, 5 MB at most."
            errors={form.field('files').errors}
            accept=".pdf,.docx,.xlsx,.txt,.csv,.md,image/jpeg,image/png,image/gif,image/webp"
            required
          />
          <SubmitButton intent="download" pendingLabel="Sending..." className="justify-self-start">
            Add download
          </SubmitButton>
        </form>
      ) : null}
    </Card>
  );
}
