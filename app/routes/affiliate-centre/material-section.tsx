import { href } from 'react-router';
import type { ListedFile, Material } from '#app/domain/programme/materials/catalogue.server.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { fileSize } from '#app/ui/file-size.ts';
import { Check, Download } from '#app/ui/icon.tsx';

/** One of the marketing materials: what it looks like, what it is good for, and its files. */
export function MaterialSection({
  material,
  singleTitle,
  level: Heading = 'h2',
}: {
  material: Material;
  singleTitle: string;
  /** Of its heading, by what stands above it. */
  level?: 'h2' | 'h3';
}) {
  const { id, title, description, preview, features, platforms, files } = material;
  const whole = files.filter((file) => file.isWhole);
  const single = files.filter((file) => !file.isWhole);
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-6 border-t border-line-strong py-10 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:items-start"
    >
      <img
        src={href('/marketing-materials/:materialId/preview.png', { materialId: id })}
        width={preview.width}
        height={preview.height}
        alt={preview.alt}
        loading="lazy"
        className="h-auto w-full rounded-card border border-line"
      />
      <div className="grid min-w-0 gap-6">
        <div className="grid gap-2">
          <Heading id={id} className={Heading === 'h3' ? 'text-2xl' : undefined}>
            {title}
          </Heading>
          <p className="max-w-prose text-lg text-muted">{description}</p>
        </div>
        <ul className="grid gap-x-8 gap-y-1.5 text-sm lg:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="flex gap-2">
              <Check className="mt-0.5 text-accent" />
              {feature}
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted">
          <span className="font-semibold text-ink">Made for:</span> {platforms.join(', ')}
        </p>
        <ul className="border-t border-line">
          {whole.map((file) => (
            <WholeFile key={file.name} materialId={id} file={file} />
          ))}
        </ul>
        {single.length > 0 ? (
          <Disclosure title={`${singleTitle} (${single.length})`} note={`${title}, one by one`}>
            <SingleFiles materialId={id} files={single} />
          </Disclosure>
        ) : null}
      </div>
    </section>
  );
}

const address = (materialId: string, file: ListedFile) =>
  href('/marketing-materials/:materialId/:file', { materialId, file: file.name });

function WholeFile({ materialId, file }: { materialId: string; file: ListedFile }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3">
      <span className="grid min-w-0 flex-1 basis-48">
        <span className="font-semibold">{file.title}</span>
        <span className="text-sm text-muted tabular-nums">
          {file.measure}
          {file.bytes === null ? null : `, ${fileSize(file.bytes)}`}
        </span>
      </span>
      <a href={address(materialId, file)} download className={buttonClass('secondary')}>
        <Download />
        <span>
          {file.format}
          <span className="sr-only"> of {file.title}: download</span>
        </span>
      </a>
    </li>
  );
}

/** Files of the same picture stand in one row, a link for each format. */
function SingleFiles({ materialId, files }: { materialId: string; files: ListedFile[] }) {
  const rows = Map.groupBy(files, (file) => file.name.replace(/\.\w+$/, ''));
  return (
    <ul className="text-sm">
      {[...rows].map(([stem, formats]) => (
        <li
          key={stem}
          className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-1.5 last:border-0"
        >
          <span className="grid min-w-0 flex-1 basis-48">
            <span>{formats[0]?.title}</span>
            <span className="text-muted tabular-nums">{formats[0]?.measure}</span>
          </span>
          <span className="flex flex-wrap gap-x-5">
            {formats.map((file) => (
              <a
                key={file.format}
                href={address(materialId, file)}
                download
                className="link inline-flex min-h-11 items-center gap-1 tabular-nums"
              >
                {file.format}{' '}
                {file.bytes === null ? null : <span className="text-muted">{fileSize(file.bytes)}</span>}
                <span className="sr-only">
                  {' '}
                  of {file.title}, {file.measure}
                </span>
              </a>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
