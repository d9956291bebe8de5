import { courseFileAddress, type Download, endingOf } from '#app/domain/learning/courses/course-files.ts';

interface ShownDownloads {
  courseSlug: string;
  moduleId: number;
  downloads: readonly Download[];
}

/** What there is to download with a lesson. */
export function Downloads({ courseSlug, moduleId, downloads }: ShownDownloads) {
  return (
    <section
      aria-labelledby="downloads"
      className="no-print grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <h2 id="downloads" className="text-2xl">
        Downloads
      </h2>
      <ul className="grid grid-cols-1">
        {downloads.map(({ title, file, name }) => (
          <li key={file}>
            <a
              href={courseFileAddress(courseSlug, moduleId, file)}
              download={name}
              className="link inline-flex min-h-11 items-center"
            >
              <span dir="auto" className="wrap-anywhere">
                {title}
              </span>
              <span className="text-muted">&nbsp;({endingOf(file).toUpperCase()})</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
