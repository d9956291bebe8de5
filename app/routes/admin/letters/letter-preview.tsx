import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

interface Props {
  path: string;
  scheme: 'light' | 'dark';
  subject: string;
  text: string;
}

/** A letter as its readers see it: on a phone and on a desk, light or dark, and as plain text. */
export function LetterPreview({ path, scheme, subject, text }: Props) {
  const source = `${path}/preview?scheme=${scheme}`;
  return (
    <section aria-labelledby="preview" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="preview" className="text-xl">
          Preview of the saved letter
        </h2>
        <p className="flex gap-4 text-sm">
          {(['light', 'dark'] as const).map((name) => (
            <Link
              key={name}
              to={`${path}?scheme=${name}#preview`}
              aria-current={name === scheme ? 'true' : undefined}
              className={classNames(
                'link inline-flex min-h-6 items-center',
                name === scheme && 'font-semibold',
              )}
            >
              {name === 'light' ? 'Light' : 'Dark'}
            </Link>
          ))}
        </p>
      </div>
      <p className="text-sm">
        Subject: <strong className="wrap-anywhere">{subject}</strong>
      </p>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-[375px_minmax(0,1fr)]">
        <figure className="grid content-start gap-1.5">
          <figcaption className="text-sm text-muted">Phone</figcaption>
          <iframe
            title="On a phone"
            src={source}
            className="h-[36rem] w-full max-w-[375px] rounded-card border border-line"
          />
        </figure>
        <figure className="hidden content-start gap-1.5 sm:grid">
          <figcaption className="text-sm text-muted">Computer</figcaption>
          <iframe
            title="On a computer"
            src={source}
            className="h-[36rem] w-full rounded-card border border-line"
          />
        </figure>
      </div>
      <h3 className="text-lg">Plain text</h3>
      <pre className="rounded-card border border-line bg-surface p-4 text-sm wrap-anywhere whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  );
}
