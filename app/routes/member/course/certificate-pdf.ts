import { writeCertificatePdf } from '#app/domain/learning/quizzes/certificate-pdf.server.ts';
import { findOwnCertificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { pdfResponse } from '#app/routes/http/file-response.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/certificate-pdf';

/** One's own certificate of a course as a PDF. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const certificate = await findOwnCertificate(context.get(memberContext).id, params.courseSlug);
  if (!certificate) throw notFound('There is no such certificate.');
  return pdfResponse(request, {
    write: () => writeCertificatePdf(certificate),
    name: `${certificate.course.slug}-certificate.pdf`,
  });
}
