import { contentPath, editAddress, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface TogetherProps {
  /** The course that this piece is published with. */
  course: string | null;
  /** What is published with this course. */
  companions: readonly { path: string }[];
  /** The short name of this course. */
  slug: string;
  isCourse: boolean;
}

/** What is published together, of a course that is not on the site yet. */
export function Together({ course, companions, slug, isCourse }: TogetherProps) {
  if (course)
    return (
      <Notice tone="info">
        Save your changes as a draft. You publish them together with{' '}
        <Link to={editAddress(course)} className="link">
          the whole course
        </Link>
        , which isn’t on the site yet.
      </Notice>
    );
  if (!isCourse) return null;
  return (
    <Notice tone="info">
      {companions.length === 0 ? (
        <p>A course is published with its modules; a quiz and slides are welcome.</p>
      ) : (
        <>
          <p>Publishing it also publishes, as they were last saved:</p>
          <ul className="mt-1 list-disc pl-5">
            {companions.map(({ path }) => (
              <li key={path}>
                <Link to={pieceAddress(path)} className="link wrap-anywhere">
                  {path}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {(
          [
            ['modules', 'Begin a module'],
            ['quizzes', 'Begin its quiz'],
            ['slides', 'Begin slides'],
          ] as const
        ).map(([kind, label]) => (
          <li key={kind}>
            <Link
              to={`${contentPath}/new?kind=${kind}&course=${slug}`}
              className="link inline-flex min-h-9 items-center"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
