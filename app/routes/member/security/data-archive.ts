import { z } from 'zod';
import { readExport } from '#app/domain/people/personal-data/export.server.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/data-archive';

const page = '/profile/security/data';

/** One of one's own archives, for who has proven to be its owner. */
export async function loader(args: Route.LoaderArgs) {
  const id = z.uuid().safeParse(args.params.exportId);
  const archive = id.success ? await readExport(confirmedMember(args, page), id.data) : null;
  if (!archive) throw notFound('There is no such archive', { to: page, label: 'Your data' });
  return new Response(new Uint8Array(archive), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="my-data.zip"',
      'Content-Length': String(archive.byteLength),
      'Cache-Control': 'private, no-store',
    },
  });
}
