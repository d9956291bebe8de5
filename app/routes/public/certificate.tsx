import { verifyCertificate } from '#app/domain/learning/quizzes/certificates.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Check } from '#app/ui/icon.tsx';
import type { Route } from './+types/certificate';

export async function loader({ params }: Route.LoaderArgs) {
  const certificate = await verifyCertificate(params.code);
  if (!certificate)
    throw notFound('Certificate not found. No certificate has this address, or its account was deleted.');
  return { certificate };
}

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  if (!loaderData) return [pageTitle(matches, 'Certificate')];
  const { courseTitle } = loaderData.certificate;
  return publicHead(matches, {
    path: `/certificates/${params.code}`,
    title: `Certificate: ${courseTitle}`,
    description: `A certificate of completion for the course ${courseTitle}: every module completed, and the quiz passed.`,
  });
};

/** What anybody who has the address of a certificate is shown. */
export default function VerifiedCertificate({ loaderData: { certificate } }: Route.ComponentProps) {
  const { courseTitle, outcomes, owner } = certificate;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:gap-8 sm:py-12">
      <header className="grid gap-3">
        <p className="eyebrow inline-flex items-center gap-1.5">
          <Check /> This certificate is real
        </p>
        <h1>Certificate: {courseTitle}</h1>
        <p className="text-muted wrap-anywhere sm:text-lg">
          {owner ? (
            <>
              <strong className="text-ink">
                <bdi>{owner.name}</bdi>
              </strong>{' '}
              completed every module and passed the quiz of this course on <Day at={owner.earnedAt} />.
            </>
          ) : (
            'The holder completed every module and passed the quiz of this course. They chose not to show their name and the date here.'
          )}
        </p>
      </header>
      <Card className="grid gap-3">
        <h2 className="text-xl">What the course teaches</h2>
        <ul className="grid gap-2.5">
          {outcomes.map((outcome) => (
            <li key={outcome} className="flex gap-2.5">
              <Check className="mt-1 text-accent" />
              <span>{outcome}</span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
