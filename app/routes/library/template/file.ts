import { redirect } from 'react-router';
import { findCopy, mayUseTemplate } from '#app/domain/learning/templates/copies.server.ts';
import {
  type FileKind,
  fileKinds,
  mediaTypes,
  templateFile,
} from '#app/domain/learning/templates/files.server.ts';
import { findTemplate } from '#app/domain/learning/templates/templates.server.ts';
import { config } from '#app/platform/config.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { fileResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { entrancePath } from '#app/routes/http/return-to.ts';
import type { Route } from './+types/file';

/** A template as a file: `template.docx` as it is, `copy.docx` as its reader has filled it in; of the other kinds alike. */
export async function loader({ request, params, url, pattern, context }: Route.LoaderArgs) {
  const template = findTemplate(params.playbookSlug);
  const [, of, kind] = /^(template|copy)\.([a-z]+)$/.exec(params.file) ?? [];
  const isKind = (name: string | undefined): name is FileKind => fileKinds.some((known) => known === name);
  const page = `/playbooks/${params.playbookSlug}`;
  const missing = notFound('There is no such file.', { to: '/playbooks', label: 'All playbooks' });
  if (!template || !isKind(kind)) throw missing;
  const viewer = context.get(viewerContext);
  if (!viewer && (of === 'copy' || !mayUseTemplate(viewer, template)))
    throw redirect(entrancePath(url, pattern), 303);
  // The page says what a membership opens.
  if (!mayUseTemplate(viewer, template)) throw redirect(page, 303);
  const copy = of === 'copy' && viewer ? await findCopy(viewer.id, template) : null;
  if (of === 'copy' && !copy) throw redirect(`${page}/template`, 303);
  const bytes = await templateFile(template, kind, copy, config());
  if (!bytes) throw missing;
  const name = `${params.playbookSlug}${copy ? '-mine' : ''}.${kind}`;
  return fileResponse(request, { bytes, mediaType: mediaTypes[kind], name });
}
