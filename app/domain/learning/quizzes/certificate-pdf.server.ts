import { type Certificate, certificateAddress } from '#app/domain/learning/quizzes/certificates.server.ts';
import type {} from '#app/domain/learning/quizzes/isolated-tasks.ts';
import { config } from '#app/platform/config.server.ts';
import { writeInThread } from '#app/platform/documents/write-in-thread.server.ts';

/** A certificate as a tagged PDF of one page, with the address that verifies it. @throws {DocumentsBusy} */
export const writeCertificatePdf = ({ name, course, earnedAt, code }: Certificate): Promise<Buffer> =>
  writeInThread('draw-certificate', {
    ...{ name, earnedAt, courseTitle: course.title },
    ...{ address: certificateAddress(code), brandName: config().brandName },
  });
