import { href } from 'react-router';
import { z } from 'zod';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { certificateNumber, linkedInAddress } from '#app/domain/learning/quizzes/certificate-sharing.ts';
import {
  certificateAddress,
  findOwnCertificate,
  takeCertificate,
} from '#app/domain/learning/quizzes/certificates.server.ts';
import { findQuiz } from '#app/domain/learning/quizzes/quizzes.server.ts';
import { findStanding, isCertificateEarned } from '#app/domain/learning/quizzes/standing.server.ts';
import { config } from '#app/platform/config.server.ts';
import { unprintable } from '#app/platform/documents/text-clusters.server.ts';
import { BrandMark } from '#app/routes/frame/brand-mark.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { UnprintableNote } from '#app/routes/frame/unprintable-note.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { courseNotFound } from '#app/routes/member/course/course-not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, buttonClass, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Day } from '#app/ui/day.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Check, Download } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/certificate';

const schema = z.object({ isShown: z.literal('on').optional() });

export async function loader({ params, context }: Route.LoaderArgs) {
  const course = findCourse(params.courseSlug);
  if (!course) throw courseNotFound();
  const viewer = context.get(memberContext);
  const standing = await findStanding(viewer.id, course.slug);
  const certificate = standing.certificateCode ? await findOwnCertificate(viewer.id, course.slug) : null;
  return {
    course: { slug: course.slug, title: course.title },
    name: viewer.name,
    brandName: config().brandName,
    certificate: certificate
      ? {
          ...certificate,
          ...sharingOf(certificate, course.title),
          unprintable: unprintable(certificate.name),
        }
      : null,
    isEarned: isCertificateEarned(standing),
    moduleCount: course.modules.length,
    completedCount:
      standing.status === 'completed'
        ? course.modules.length
        : course.modules.filter(({ id }) => standing.completedModuleIds.includes(id)).length,
    hasQuiz: findQuiz(course.slug) !== null,
    isQuizPassed: Boolean(standing.quiz?.passedAt),
  };
}

function sharingOf({ code, earnedAt }: { code: string; earnedAt: Date }, courseTitle: string) {
  const [address, number] = [certificateAddress(code), certificateNumber(code)];
  const { brandName } = config();
  return {
    address,
    number,
    linkedIn: linkedInAddress({ courseTitle, brandName, earnedAt, address, number }),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const { courseSlug } = params;
  const isShown = parseForm(form, schema).isShown === 'on';
  await takeCertificate(context.get(memberContext), courseSlug, isShown);
  return redirectWithFlash(
    href('/courses/:courseSlug/certificate', { courseSlug }),
    isShown
      ? 'Saved. The address of your certificate shows your name and the day.'
      : 'Saved. The address of your certificate shows neither your name nor the day.',
  );
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData ? `Certificate: ${loaderData.course.title}` : 'Certificate'),
];

export default function CertificatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { course, certificate, isEarned } = loaderData;
  const form = formFields<z.output<typeof schema>>('certificate', actionData);
  const pdf = href('/courses/:courseSlug/certificate.pdf', { courseSlug: course.slug });
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-4 sm:gap-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/courses', label: 'Video Courses' },
          { to: href('/courses/:courseSlug', { courseSlug: course.slug }), label: course.title },
        ]}
        current="Certificate"
      />
      <h1 className={certificate ? 'no-print' : undefined}>
        {certificate || isEarned ? 'Your certificate' : 'Certificate'}
      </h1>
      <FormErrors id={form.errorId} errors={form.errors} />
      {certificate ? (
        <>
          <Sheet {...certificate} courseTitle={course.title} brandName={loaderData.brandName} />
          <div className="no-print grid justify-items-start gap-3">
            <div className="flex flex-wrap gap-3">
              <a href={pdf} download className={buttonClass()}>
                <Download /> Download the certificate (PDF)
              </a>
              <a
                href={certificate.linkedIn}
                target="_blank"
                rel="noopener noreferrer"
                className={buttonClass('secondary')}
              >
                Add to LinkedIn<span className="sr-only"> (opens a new tab)</span>
              </a>
            </div>
            {certificate.isShown ? null : (
              <p className="text-sm text-muted">
                Sharing it? Let its address show your name first, with the box below.
              </p>
            )}
            <UnprintableNote characters={certificate.unprintable} />
          </div>
          <div className="no-print">
            <CopyField
              id="address"
              label="Address that verifies it"
              value={certificate.address}
              copiedMessage="The address has been copied."
            />
          </div>
        </>
      ) : null}
      {certificate || isEarned ? (
        <Card className="no-print grid gap-4">
          <form method="post" noValidate id={form.id} className="grid justify-items-start gap-4">
            {certificate ? null : (
              <p>
                It is made out to{' '}
                <strong>
                  <bdi>{loaderData.name || 'nobody yet'}</bdi>
                </strong>
                . The name is the one in{' '}
                <Link className="link" to="/profile?edit">
                  your profile
                </Link>
                .
              </p>
            )}
            <CheckboxField
              id="certificate-isShown"
              name="isShown"
              defaultChecked={certificate?.isShown ?? false}
              label="Whoever opens the certificate’s address may see my name and the day. Without this it only says that the certificate is real."
            />
            <SubmitButton variant={certificate ? 'secondary' : 'primary'} pendingLabel="Saving...">
              {certificate ? 'Save' : 'Make my certificate'}
            </SubmitButton>
          </form>
        </Card>
      ) : (
        <Missing {...loaderData} />
      )}
    </div>
  );
}

/** The certificate itself; printed, all there is on the page. */
function Sheet({
  name,
  courseTitle,
  brandName,
  earnedAt,
  address,
  number,
}: {
  name: string;
  courseTitle: string;
  brandName: string;
  earnedAt: Date;
  address: string;
  number: string;
}) {
  const size = name.length > 32 ? 'text-xl sm:text-2xl print:text-2xl' : 'text-3xl sm:text-4xl';
  return (
    <div className="rounded-card border-2 border-accent bg-surface p-1.5 shadow-card sm:p-2.5">
      <div className="grid justify-items-center gap-2 rounded-control border border-accent px-4 py-10 text-center wrap-anywhere sm:px-10 sm:py-14 print:py-24">
        <BrandMark className="size-12" />
        <p className="eyebrow">{brandName}</p>
        <p className="pt-3 font-display text-3xl sm:text-4xl print:text-5xl">Certificate of completion</p>
        <p className="pt-5 text-sm text-muted">This certifies that</p>
        <p dir="auto" className={`font-display leading-tight text-balance ${size}`}>
          {name}
        </p>
        <p className="text-sm text-muted">has completed every module and passed the quiz of the course</p>
        <p className="font-display text-2xl leading-tight text-accent">{courseTitle}</p>
        <dl className="grid w-full max-w-xl gap-x-10 gap-y-6 pt-10 text-sm sm:grid-cols-2 sm:pt-14">
          <Signed label="Date">
            <Day at={earnedAt} />
          </Signed>
          <Signed label="Issued by">{brandName}</Signed>
        </dl>
        <p className="pt-8 text-xs text-muted">
          No. <span className="tabular-nums">{number}</span>
        </p>
        <p className="hidden text-sm print:block">
          Verify this certificate at
          <br />
          {address}
        </p>
      </div>
    </div>
  );
}

/** A line as one signs on, with what stands on it. */
function Signed({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-1">
      <dt className="border-t border-line-strong pt-1 text-muted">{label}</dt>
      <dd className="font-display text-lg leading-tight">{children}</dd>
    </div>
  );
}

/** What is still to be done. */
function Missing({
  course,
  moduleCount,
  completedCount,
  hasQuiz,
  isQuizPassed,
}: Pick<
  Route.ComponentProps['loaderData'],
  'course' | 'moduleCount' | 'completedCount' | 'hasQuiz' | 'isQuizPassed'
>) {
  return (
    <>
      <p className="text-muted sm:text-lg">
        You get it for completing every module of {course.title} and passing its quiz.
      </p>
      <ul className="grid gap-2">
        <Step isDone={completedCount === moduleCount}>
          {completedCount} of {moduleCount} modules completed
        </Step>
        <Step isDone={isQuizPassed}>
          {isQuizPassed
            ? 'Quiz passed'
            : hasQuiz
              ? 'Quiz not passed yet'
              : 'The quiz of this course is not there yet'}
        </Step>
      </ul>
      <p className="flex flex-wrap gap-3">
        {completedCount < moduleCount ? (
          <ButtonLink to={href('/courses/:courseSlug', { courseSlug: course.slug })}>
            {completedCount === 0 ? 'Start the course' : 'Continue the course'}
          </ButtonLink>
        ) : null}
        {hasQuiz && !isQuizPassed ? (
          <ButtonLink
            variant={completedCount < moduleCount ? 'secondary' : 'primary'}
            to={href('/courses/:courseSlug/quiz', { courseSlug: course.slug })}
          >
            Take the quiz
          </ButtonLink>
        ) : null}
      </p>
    </>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2.5">
      {isDone ? (
        <Check className="text-good" />
      ) : (
        <span aria-hidden="true" className="m-0.5 size-4 rounded-full border-2 border-line-strong" />
      )}
      <span>{children}</span>
    </li>
  );
}
