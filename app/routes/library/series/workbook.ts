import { findWorkbook } from '#app/domain/learning/series/series.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/workbook';

/** A series' workbook as a Word document: free, without an account. */
export async function loader({ params }: Route.LoaderArgs) {
  const slug = /^([a-z0-9-]+)\.docx$/.exec(params.file)?.[1];
  const workbook = slug ? await findWorkbook(slug) : null;
  if (!workbook) throw notFound('There is no such workbook');
  return new Response(workbook, {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'Content-Disposition': `attachment; filename="${slug}-workbook.docx"`,
      'Content-Length': String(workbook.byteLength),
      'Cache-Control': 'public, max-age=3600',
    },
  });
}
